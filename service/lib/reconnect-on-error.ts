/**
 * Errors of a Redis server that no longer serves this connection, while another server at the same
 * address may: after a failover the old primary keeps its connections as a read-only replica.
 * Scripts repeat these words inside their own message.
 */
const FAILED_OVER = /\b(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOAUTH|NOREPLICAS|UNBLOCKED)\b/

/** Returns true when `ioredis` should reconnect after this error. */
export function reconnectOnError({ message }: Error): boolean {
  return FAILED_OVER.test(message)
}
