// The cells of the command table: what a command does with a kind of model.  Each is in the file of its command.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

using Properties = std::vector<Property>;

Prepared check_system(Run&, session::Workbench&, Properties&);
Prepared check_specification(Run&, session::Workbench&, Properties&);
Prepared check_program(Run&, session::Workbench&, Properties&);
Prepared why_system(Run&, session::Workbench&, Properties&);
Prepared why_specification(Run&, session::Workbench&, Properties&);
Prepared why_program(Run&, session::Workbench&, Properties&);
Prepared explain_system(Run&, session::Workbench&, Properties&);
Prepared explain_specification(Run&, session::Workbench&, Properties&);
Prepared explain_program(Run&, session::Workbench&, Properties&);
Prepared classify_system(Run&, session::Workbench&, Properties&);
Prepared classify_specification(Run&, session::Workbench&, Properties&);
Prepared classify_program(Run&, session::Workbench&, Properties&);
Prepared intervals_of_system(Run&, session::Workbench&, Properties&);
Prepared paths_of_program(Run&, session::Workbench&, Properties&);
Prepared falsify_goals(Run&, session::Workbench&, Properties&);
Prepared search_states(Run&, session::Workbench&, Properties&);
Prepared prove_goals(Run&, session::Workbench&, Properties&);
Prepared convert_system(Run&, session::Workbench&, Properties&);
Prepared simulate_system(Run&, session::Workbench&, Properties&);
Prepared simulate_other(Run&, session::Workbench&, Properties&);
Prepared states_of_model(Run&, session::Workbench&, Properties&);

// Questions about all headers of router tables.
std::optional<ExitCode> intervals_of_tables(Run&, const session::ModelName&);

// Of commands that are not about one model.
ExitCode run_sets(Run&);
ExitCode run_net(Run&);
ExitCode run_trace(Run&);
ExitCode run_examples(Run&);
ExitCode run_doctor(Run&);
ExitCode run_completion(Run&);
ExitCode run_complete(Run&);
ExitCode run_farm(Run&);

}  // namespace whynot::command
