// Recognises the format of each file, reads all of them, and builds one system with its automata.
#include "front/pds/pds.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/pds/import.h"
#include "front/pds/model_builder.h"
#include "front/pds/parser.h"
#include "front/pds/property_builder.h"

namespace whynot::front::pds {

namespace {

void add_file(PdsDocument& document, Sources& sources, FileId file, Diagnostics& diagnostics) {
  const std::string_view text = sources.text(file);
  const std::size_t start = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const char first = start == text.npos ? '\0' : text[start];
  if (first == '{')
    import_pdaaal(sources, file, document, diagnostics);
  else if (first == '<')
    import_wali(sources, file, document, diagnostics);
  else
    parse_pds(sources, file, document, diagnostics);
}

void add_system(PdsDocument& document, const SystemModel& system, Diagnostics& diagnostics) {
  std::vector<WhenSyntax> whens;
  for (const EventsSection& section : document.events)
    whens.insert(whens.end(), section.whens.begin(), section.whens.end());
  if (system) {
    if (auto section = system(whens)) document.models.push_back(std::move(*section));
    document.imported = true;
  } else if (!whens.empty()) {
    diagnostics
        .error("pds.when-needs-system",
               "`when` tells events of the steps of a finite system; this is a pushdown system",
               whens[0].condition.where)
        .help = "use `point` or `call`";
  }
}

}  // namespace

bool holds_program(Sources& sources, FileId file) {
  PdsDocument document;
  Diagnostics untold;
  add_file(document, sources, file, untold);
  return !document.models.empty();
}

std::optional<PushdownInput> read_pushdown(Sources& sources, std::span<const FileId> files, Diagnostics& diagnostics,
                                           const SystemModel& system, std::span<const FileId> without_properties) {
  PdsDocument document;
  for (FileId file : files) {
    const std::size_t properties = document.properties.size();
    add_file(document, sources, file, diagnostics);
    if (std::find(without_properties.begin(), without_properties.end(), file) != without_properties.end())
      document.properties.resize(properties);
  }
  if (diagnostics.ok()) add_system(document, system, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  PushdownInput input{build_model(document, sources, diagnostics), {}};
  std::set<std::string> defined{"true", "false"};  // branches, where somebody speaks of them
  for (const EventsSection& section : document.events)
    for (const MapSyntax& map : section.maps) defined.insert(map.event.name.text);
  for (const PropertySection& property : document.properties) {
    for (const Efsa& before : input.properties)
      if (before.name == property.name.text)
        diagnostics
            .error("pds.duplicate-property", fmt::format("property `{}` is declared twice", property.name.text),
                   property.name.where)
            .labels.push_back({before.where, "first here"});
    input.properties.push_back(build_property(property, input.pds, defined, diagnostics));
  }
  if (!diagnostics.ok()) return std::nullopt;
  return input;
}

}  // namespace whynot::front::pds
