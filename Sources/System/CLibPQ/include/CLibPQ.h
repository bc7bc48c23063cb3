// libpq, loaded when the first connection is made.
//
// A program that imports CoreData for its SQLite stores does not need libpq and does not load it: nothing here links
// it. `libpq_load` loads it once; the functions below call it, and must not be called before. The declarations are
// those of libpq's stable interface, version 5.

#ifndef CLIBPQ_H
#define CLIBPQ_H

#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;
typedef unsigned int Oid;

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;

typedef enum {
  PGRES_POLLING_FAILED,
  PGRES_POLLING_READING,
  PGRES_POLLING_WRITING,
  PGRES_POLLING_OK
} PostgresPollingStatusType;

typedef enum {
  PGRES_EMPTY_QUERY,
  PGRES_COMMAND_OK,
  PGRES_TUPLES_OK,
  PGRES_COPY_OUT,
  PGRES_COPY_IN,
  PGRES_BAD_RESPONSE,
  PGRES_NONFATAL_ERROR,
  PGRES_FATAL_ERROR,
  PGRES_COPY_BOTH,
  PGRES_SINGLE_TUPLE,
  PGRES_PIPELINE_SYNC,
  PGRES_PIPELINE_ABORTED
} ExecStatusType;

typedef enum {
  PQTRANS_IDLE,
  PQTRANS_ACTIVE,
  PQTRANS_INTRANS,
  PQTRANS_INERROR,
  PQTRANS_UNKNOWN
} PGTransactionStatusType;

typedef struct pgNotify {
  char *relname;
  int be_pid;
  char *extra;
  struct pgNotify *next;
} PGnotify;

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

/// Loads libpq. Returns null, or the reason why it cannot be loaded.
const char *libpq_load(void);

#define LIBPQ_NAME(name) __attribute__((swift_name(name), visibility("hidden")))

PGconn *libpq_connectdbParams(
    const char *const *keywords, const char *const *values, int expand_dbname)
    LIBPQ_NAME("PQconnectdbParams(_:_:_:)");
PGconn *libpq_connectStartParams(
    const char *const *keywords, const char *const *values, int expand_dbname)
    LIBPQ_NAME("PQconnectStartParams(_:_:_:)");
PostgresPollingStatusType libpq_connectPoll(PGconn *connection) LIBPQ_NAME("PQconnectPoll(_:)");
void libpq_finish(PGconn *connection) LIBPQ_NAME("PQfinish(_:)");
ConnStatusType libpq_status(const PGconn *connection) LIBPQ_NAME("PQstatus(_:)");
PGTransactionStatusType libpq_transactionStatus(const PGconn *connection)
    LIBPQ_NAME("PQtransactionStatus(_:)");
const char *libpq_parameterStatus(const PGconn *connection, const char *name)
    LIBPQ_NAME("PQparameterStatus(_:_:)");
int libpq_serverVersion(const PGconn *connection) LIBPQ_NAME("PQserverVersion(_:)");
int libpq_backendPID(const PGconn *connection) LIBPQ_NAME("PQbackendPID(_:)");
char *libpq_errorMessage(const PGconn *connection) LIBPQ_NAME("PQerrorMessage(_:)");
int libpq_socket(const PGconn *connection) LIBPQ_NAME("PQsocket(_:)");
int libpq_setnonblocking(PGconn *connection, int mode) LIBPQ_NAME("PQsetnonblocking(_:_:)");
PQnoticeReceiver libpq_setNoticeReceiver(PGconn *connection, PQnoticeReceiver receiver, void *context)
    LIBPQ_NAME("PQsetNoticeReceiver(_:_:_:)");

PGcancel *libpq_getCancel(PGconn *connection) LIBPQ_NAME("PQgetCancel(_:)");
void libpq_freeCancel(PGcancel *cancel) LIBPQ_NAME("PQfreeCancel(_:)");
int libpq_cancel(PGcancel *cancel, char *words, int size) LIBPQ_NAME("PQcancel(_:_:_:)");

int libpq_sendQuery(PGconn *connection, const char *sql) LIBPQ_NAME("PQsendQuery(_:_:)");
int libpq_sendQueryParams(
    PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values,
    const int *lengths, const int *formats, int format)
    LIBPQ_NAME("PQsendQueryParams(_:_:_:_:_:_:_:_:)");
int libpq_sendPrepare(
    PGconn *connection, const char *name, const char *sql, int count, const Oid *types)
    LIBPQ_NAME("PQsendPrepare(_:_:_:_:_:)");
int libpq_sendQueryPrepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats, int format)
    LIBPQ_NAME("PQsendQueryPrepared(_:_:_:_:_:_:_:)");
int libpq_sendDescribePrepared(PGconn *connection, const char *name)
    LIBPQ_NAME("PQsendDescribePrepared(_:_:)");
int libpq_setSingleRowMode(PGconn *connection) LIBPQ_NAME("PQsetSingleRowMode(_:)");
PGresult *libpq_getResult(PGconn *connection) LIBPQ_NAME("PQgetResult(_:)");
int libpq_consumeInput(PGconn *connection) LIBPQ_NAME("PQconsumeInput(_:)");
int libpq_isBusy(PGconn *connection) LIBPQ_NAME("PQisBusy(_:)");
int libpq_flush(PGconn *connection) LIBPQ_NAME("PQflush(_:)");
PGnotify *libpq_notifies(PGconn *connection) LIBPQ_NAME("PQnotifies(_:)");

int libpq_enterPipelineMode(PGconn *connection) LIBPQ_NAME("PQenterPipelineMode(_:)");
int libpq_exitPipelineMode(PGconn *connection) LIBPQ_NAME("PQexitPipelineMode(_:)");
int libpq_pipelineSync(PGconn *connection) LIBPQ_NAME("PQpipelineSync(_:)");

int libpq_putCopyData(PGconn *connection, const char *bytes, int count)
    LIBPQ_NAME("PQputCopyData(_:_:_:)");
int libpq_putCopyEnd(PGconn *connection, const char *reason) LIBPQ_NAME("PQputCopyEnd(_:_:)");
int libpq_getCopyData(PGconn *connection, char **buffer, int async)
    LIBPQ_NAME("PQgetCopyData(_:_:_:)");

ExecStatusType libpq_resultStatus(const PGresult *result) LIBPQ_NAME("PQresultStatus(_:)");
char *libpq_resultErrorMessage(const PGresult *result) LIBPQ_NAME("PQresultErrorMessage(_:)");
char *libpq_resultErrorField(const PGresult *result, int field)
    LIBPQ_NAME("PQresultErrorField(_:_:)");
int libpq_ntuples(const PGresult *result) LIBPQ_NAME("PQntuples(_:)");
int libpq_nfields(const PGresult *result) LIBPQ_NAME("PQnfields(_:)");
char *libpq_fname(const PGresult *result, int column) LIBPQ_NAME("PQfname(_:_:)");
Oid libpq_ftype(const PGresult *result, int column) LIBPQ_NAME("PQftype(_:_:)");
char *libpq_cmdStatus(PGresult *result) LIBPQ_NAME("PQcmdStatus(_:)");
char *libpq_cmdTuples(PGresult *result) LIBPQ_NAME("PQcmdTuples(_:)");
char *libpq_getvalue(const PGresult *result, int row, int column)
    LIBPQ_NAME("PQgetvalue(_:_:_:)");
int libpq_getlength(const PGresult *result, int row, int column)
    LIBPQ_NAME("PQgetlength(_:_:_:)");
int libpq_getisnull(const PGresult *result, int row, int column)
    LIBPQ_NAME("PQgetisnull(_:_:_:)");
int libpq_nparams(const PGresult *result) LIBPQ_NAME("PQnparams(_:)");
Oid libpq_paramtype(const PGresult *result, int parameter) LIBPQ_NAME("PQparamtype(_:_:)");
void libpq_clear(PGresult *result) LIBPQ_NAME("PQclear(_:)");
void libpq_freemem(void *memory) LIBPQ_NAME("PQfreemem(_:)");

#endif
