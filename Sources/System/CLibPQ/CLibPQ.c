// See CLibPQ.h.

#include "CLibPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef __APPLE__
#define LIBRARY "libpq.5.dylib"
#else
#define LIBRARY "libpq.so.5"
#endif

static void *library;
static char failure[512];

/// The address of a function; the first that is missing is remembered.
static void *find(const char *name) {
  void *function = dlsym(library, name);
  if (!function && !failure[0]) snprintf(failure, sizeof failure, "libpq has no function %s", name);
  return function;
}

#define CALL(result, name, parameters, arguments)                                                  \
  static result(*p_##name) parameters;                                                                 \
  result libpq_##name parameters { return p_##name arguments; }
#define VOID(result, name, parameters, arguments)                                                  \
  static result(*p_##name) parameters;                                                                 \
  result libpq_##name parameters { p_##name arguments; }

CALL(PGconn *, connectdbParams, (const char *const *keywords, const char *const *values, int expand_dbname), (keywords, values, expand_dbname))
CALL(PGconn *, connectStartParams, (const char *const *keywords, const char *const *values, int expand_dbname), (keywords, values, expand_dbname))
CALL(PostgresPollingStatusType, connectPoll, (PGconn *connection), (connection))
VOID(void, finish, (PGconn *connection), (connection))
CALL(ConnStatusType, status, (const PGconn *connection), (connection))
CALL(PGTransactionStatusType, transactionStatus, (const PGconn *connection), (connection))
CALL(const char *, parameterStatus, (const PGconn *connection, const char *name), (connection, name))
CALL(int, serverVersion, (const PGconn *connection), (connection))
CALL(int, backendPID, (const PGconn *connection), (connection))
CALL(char *, errorMessage, (const PGconn *connection), (connection))
CALL(int, socket, (const PGconn *connection), (connection))
CALL(int, setnonblocking, (PGconn *connection, int mode), (connection, mode))
CALL(PQnoticeReceiver, setNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context), (connection, receiver, context))
CALL(PGcancel *, getCancel, (PGconn *connection), (connection))
VOID(void, freeCancel, (PGcancel *cancel), (cancel))
CALL(int, cancel, (PGcancel *cancel, char *words, int size), (cancel, words, size))
CALL(int, sendQuery, (PGconn *connection, const char *sql), (connection, sql))
CALL(int, sendQueryParams, (PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values, const int *lengths, const int *formats, int format), (connection, sql, count, types, values, lengths, formats, format))
CALL(int, sendPrepare, (PGconn *connection, const char *name, const char *sql, int count, const Oid *types), (connection, name, sql, count, types))
CALL(int, sendQueryPrepared, (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats, int format), (connection, name, count, values, lengths, formats, format))
CALL(int, sendDescribePrepared, (PGconn *connection, const char *name), (connection, name))
CALL(int, setSingleRowMode, (PGconn *connection), (connection))
CALL(PGresult *, getResult, (PGconn *connection), (connection))
CALL(int, consumeInput, (PGconn *connection), (connection))
CALL(int, isBusy, (PGconn *connection), (connection))
CALL(int, flush, (PGconn *connection), (connection))
CALL(PGnotify *, notifies, (PGconn *connection), (connection))
CALL(int, enterPipelineMode, (PGconn *connection), (connection))
CALL(int, exitPipelineMode, (PGconn *connection), (connection))
CALL(int, pipelineSync, (PGconn *connection), (connection))
CALL(int, putCopyData, (PGconn *connection, const char *bytes, int count), (connection, bytes, count))
CALL(int, putCopyEnd, (PGconn *connection, const char *reason), (connection, reason))
CALL(int, getCopyData, (PGconn *connection, char **buffer, int async), (connection, buffer, async))
CALL(ExecStatusType, resultStatus, (const PGresult *result), (result))
CALL(char *, resultErrorMessage, (const PGresult *result), (result))
CALL(char *, resultErrorField, (const PGresult *result, int field), (result, field))
CALL(int, ntuples, (const PGresult *result), (result))
CALL(int, nfields, (const PGresult *result), (result))
CALL(char *, fname, (const PGresult *result, int column), (result, column))
CALL(Oid, ftype, (const PGresult *result, int column), (result, column))
CALL(char *, cmdStatus, (PGresult *result), (result))
CALL(char *, cmdTuples, (PGresult *result), (result))
CALL(char *, getvalue, (const PGresult *result, int row, int column), (result, row, column))
CALL(int, getlength, (const PGresult *result, int row, int column), (result, row, column))
CALL(int, getisnull, (const PGresult *result, int row, int column), (result, row, column))
CALL(int, nparams, (const PGresult *result), (result))
CALL(Oid, paramtype, (const PGresult *result, int parameter), (result, parameter))
VOID(void, clear, (PGresult *result), (result))
VOID(void, freemem, (void *memory), (memory))

#define FIND(name) *(void **)&p_##name = find("PQ" #name)

static void find_all(void) {
  FIND(connectdbParams);
  FIND(connectStartParams);
  FIND(connectPoll);
  FIND(finish);
  FIND(status);
  FIND(transactionStatus);
  FIND(parameterStatus);
  FIND(serverVersion);
  FIND(backendPID);
  FIND(errorMessage);
  FIND(socket);
  FIND(setnonblocking);
  FIND(setNoticeReceiver);
  FIND(getCancel);
  FIND(freeCancel);
  FIND(cancel);
  FIND(sendQuery);
  FIND(sendQueryParams);
  FIND(sendPrepare);
  FIND(sendQueryPrepared);
  FIND(sendDescribePrepared);
  FIND(setSingleRowMode);
  FIND(getResult);
  FIND(consumeInput);
  FIND(isBusy);
  FIND(flush);
  FIND(notifies);
  FIND(enterPipelineMode);
  FIND(exitPipelineMode);
  FIND(pipelineSync);
  FIND(putCopyData);
  FIND(putCopyEnd);
  FIND(getCopyData);
  FIND(resultStatus);
  FIND(resultErrorMessage);
  FIND(resultErrorField);
  FIND(ntuples);
  FIND(nfields);
  FIND(fname);
  FIND(ftype);
  FIND(cmdStatus);
  FIND(cmdTuples);
  FIND(getvalue);
  FIND(getlength);
  FIND(getisnull);
  FIND(nparams);
  FIND(paramtype);
  FIND(clear);
  FIND(freemem);
}

static void load(void) {
  library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library) {
    find_all();
    return;
  }
  const char *reason = dlerror();
  snprintf(failure, sizeof failure, "%s", reason ? reason : LIBRARY " is missing");
}

const char *libpq_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}
