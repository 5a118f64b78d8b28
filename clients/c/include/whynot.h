/* libwhynot: ask whynot, the counterexample workbench, from C.
 *
 * A session is a model that stays open in a worker process of its own, so that a crash, a limit or a cancelled question
 * never touches the caller: no exception, no exit, no signal and no output crosses this border.  Requests and answers
 * are the JSON objects of the protocol whynot-worker/1 (docs/worker.md), without their ids.  Functions of one session
 * may be called from several threads; questions wait for each other.  The program `whynot` has to be on the PATH, or be
 * named by the environment variable WHYNOT_PROGRAM. */
#ifndef WHYNOT_H
#define WHYNOT_H

#if defined(__GNUC__)
#define WHYNOT_API __attribute__((visibility("default")))
#else
#define WHYNOT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct whynot_session whynot_session;

/* Called with each event of a question, as JSON, in the thread that asks. */
typedef void (*whynot_event)(const char *event, void *user);

/* The version of the library, "0.2.0"; and that of this interface, which grows when something is added. */
WHYNOT_API const char *whynot_version(void);
WHYNOT_API int whynot_api_version(void);

/* Opens a model: a path, or a text with line ends.  `options` hold for every question ("--timeout=10s"), end with NULL,
 * and may be NULL.  NULL when it cannot be opened; then `*error`, unless `error` is NULL, says why: free it. */
WHYNOT_API whynot_session *whynot_open(const char *model, const char *const *options, char **error);

/* Asks: {"argv": ["check", "-p", "safe"]} or {"line": "check -p safe"}.  The answer is JSON, to be freed:
 * {"code": 10, "messages": "", "report": {...}}.  A request that is none has code 2, a worker that died code 70.
 * `on_event` may be NULL.  NULL only when there is no memory. */
WHYNOT_API char *whynot_run(whynot_session *, const char *request, whynot_event on_event, void *user);

/* Ends the question that runs; its answer has what was found so far.  0: none runs. */
WHYNOT_API int whynot_cancel(whynot_session *);

/* Ends the session, and a question of it that runs in another thread. */
WHYNOT_API void whynot_close(whynot_session *);

/* Frees what whynot_open and whynot_run gave; NULL is fine. */
WHYNOT_API void whynot_free(char *);

#ifdef __cplusplus
}
#endif
#endif
