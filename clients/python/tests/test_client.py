"""Run with WHYNOT=/path/to/whynot; needs nothing but Python."""
import asyncio
import os
import signal
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
import whynot  # noqa: E402

PROGRAM = os.environ.get("WHYNOT", "whynot")
MODEL = """MODULE main
VAR x : 0..3;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 4;
INVARSPEC NAME low := x < 2;
INVARSPEC NAME fine := x < 4;
LTLSPEC NAME again := G F x = 0;
"""
HARD = """MODULE main
VAR a : unsigned word[40]; b : unsigned word[40];
INVARSPEC NAME hard := (a * b) * (a + b) = a * a * b + b * b * a;
"""


class Client(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "m.smv")
        Path(self.path).write_text(MODEL)
        self.addCleanup(self.folder.cleanup)

    def open(self, *path, **options):
        model = whynot.open(*path, program=PROGRAM, **options)
        self.addCleanup(model.close)
        return model

    def test_asks_questions_about_one_model(self):
        model = self.open(self.path)
        self.assertEqual(model.properties, ["low", "fine", "again"])
        self.assertEqual(model.columns, ["x"])
        report = model.check()
        self.assertEqual([p.verdict for p in report.properties], ["violated", "holds", "holds"])
        self.assertFalse(report.ok)
        low = report["low"]
        self.assertEqual((low.depth, len(low.trace), low.trace.column("x")), (2, 3, [0, 1, 2]))
        self.assertTrue(low.why)
        self.assertTrue(low.trace.replayed)
        self.assertTrue(model.check(property="fine").ok)
        self.assertEqual(model.classify("-p", "low", bound=4).findings[0]["kind"], "classification")

    def test_options_and_formats(self):
        model = self.open(self.path, no_timing=True)
        again = [model.check(property=["low", "fine"]).raw for _ in range(2)]
        self.assertEqual(again[0], again[1])
        self.assertNotIn("seconds", again[0]["properties"][0])
        self.assertIn("$dumpvars", model.check(property="low", format="vcd"))
        events = []
        model.check("-f", "x != 3", on_event=events.append)
        self.assertIn("verdict", [e["event"] for e in events])

    def test_a_text_is_a_model(self):
        self.assertEqual(self.open(text=MODEL).check()["low"].verdict, "violated")
        self.assertEqual(whynot.check(text=MODEL, property="fine", program=PROGRAM)["fine"].verdict, "holds")

    def test_mistakes_raise(self):
        model = self.open(self.path)
        with self.assertRaises(whynot.UsageError):
            model.check(nonsense=True)
        with self.assertRaises(whynot.InputError) as caught:
            model.check(property="nobody")
        self.assertTrue(caught.exception.diagnostics)
        with self.assertRaises(whynot.InputError):
            self.open(text="MODULE main\nVAR x : ;\n")
        with self.assertRaises(whynot.IoError):
            self.open(os.path.join(self.folder.name, "missing.smv"))
        with self.assertRaises(whynot.WhynotError):
            whynot.open(self.path, program="/nowhere/whynot")
        self.assertTrue(model.check(property="fine").ok)

    def test_a_worker_that_dies_raises_and_is_replaced(self):
        model = self.open(text=HARD)
        killer = threading.Timer(0.3, lambda: os.kill(model._process.pid, signal.SIGKILL))
        killer.start()
        with self.assertRaises(whynot.WorkerDied):
            model.check(bound=100000)
        killer.join()
        self.assertEqual(model.check("-f", "a = a").properties[-1].verdict, "holds")

    def test_cancel_ends_the_question_with_what_was_found(self):
        model = self.open(text=HARD)
        threading.Timer(0.3, model.cancel).start()
        begin = time.monotonic()
        report = model.check(bound=100000)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual((report.code, report["hard"].verdict), (130, "undecided"))
        self.assertEqual(model.check("-f", "a = a").properties[-1].verdict, "holds")

    def test_sets_are_written_by_the_client(self):
        text = "MODULE main\nFROZENVAR v : 0..7;\nINVARSPEC NAME p := v < 5;\n"
        kept = os.path.join(self.folder.name, "sets.json")
        self.open(text=text, sets=kept).intervals("-p", "p", "-v", "v", name="far")
        self.assertIn("far", Path(kept).read_text())
        with self.assertRaises(whynot.WhynotError):
            self.open(text=text).intervals("-p", "p", "-v", "v", name="far")

    def test_notebooks(self):
        report = self.open(text=MODEL).check()
        shown = report._repr_html_()
        self.assertIn("<b>low</b> violated", shown)
        self.assertIn("<td><b>1</b></td>", report["low"].trace._repr_html_())

    def test_asyncio(self):
        async def ask():
            async with await whynot.aio.open(self.path, program=PROGRAM) as model:
                both = await asyncio.gather(model.check(property="low"), model.check(property="fine"))
                with self.assertRaises(whynot.InputError):
                    await model.check(property="nobody")
                return [r.code for r in both], model.properties

        self.assertEqual(asyncio.run(ask()), ([10, 0], ["low", "fine", "again"]))

    def test_asyncio_cancelled_tasks_leave_nothing_behind(self):
        async def ask():
            async with await whynot.aio.open(text=HARD, program=PROGRAM) as model:
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(model.check(bound=100000), 0.3)
                return (await model.check("-f", "a = a")).properties[-1].verdict

        self.assertEqual(asyncio.run(ask()), "holds")


if __name__ == "__main__":
    unittest.main()
