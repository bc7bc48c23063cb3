#include <microhttpd.h>

// Swift cannot call functions with variable arguments; these have the ones that are needed.

typedef void *(*CMicroHTTPDTargetCallback)(
  void *context, const char *target, struct MHD_Connection *connection);

struct CMicroHTTPDOptions {
  const struct sockaddr *address;
  unsigned int flags;
  unsigned int connectionLimit;
  unsigned int idleSeconds;
  size_t memoryLimit;
  CMicroHTTPDTargetCallback onTarget;
  MHD_AccessHandlerCallback onRequest;
  MHD_RequestCompletedCallback onCompletion;
  MHD_NotifyConnectionCallback onConnection;
  void *context;
};

static inline struct MHD_Daemon *CMicroHTTPD_start(const struct CMicroHTTPDOptions *options) {
  return MHD_start_daemon(
    options->flags, 0, 0, 0, options->onRequest, options->context,
    MHD_OPTION_SOCK_ADDR, options->address,
    MHD_OPTION_CONNECTION_LIMIT, options->connectionLimit,
    MHD_OPTION_CONNECTION_TIMEOUT, options->idleSeconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memoryLimit,
    MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_URI_LOG_CALLBACK, options->onTarget, options->context,
    MHD_OPTION_NOTIFY_COMPLETED, options->onCompletion, options->context,
    MHD_OPTION_NOTIFY_CONNECTION, options->onConnection, options->context,
    MHD_OPTION_END);
}

/// The port on which a daemon listens, or 0.
static inline uint16_t CMicroHTTPD_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

/// The socket of a connection, or -1.
static inline int CMicroHTTPD_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The size of a body that is not known before it ends.
static inline uint64_t CMicroHTTPD_unknownSize(void) { return MHD_SIZE_UNKNOWN; }
