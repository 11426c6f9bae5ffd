/**
 * Errors of a Redis server that cannot serve this connection any more, while another server behind the same address may: after a
 * failover the old primary keeps its connections as a read-only replica. Scripts repeat these words inside their own message.
 */
const FAILED_OVER = /\b(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOAUTH|NOREPLICAS|UNBLOCKED)\b/

/** Whether `ioredis` is to connect anew after a command that failed like this. */
export function reconnectOnError({ message }: Error): boolean {
  return FAILED_OVER.test(message)
}
