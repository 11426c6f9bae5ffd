import type { RpcLog } from 'viem'
import { SluiceError } from '../errors/sluice-error.ts'
import type { ReadClient } from './read-actions.ts'

/** Reads logs. Rejects with `RPC_UNAVAILABLE` if the response is not a list of logs. */
export async function readLogs(
  client: Pick<ReadClient, 'request'>,
  filter: object,
): Promise<readonly RpcLog[]> {
  const logs: unknown = await client.request({ method: 'eth_getLogs', params: [filter] })
  if (Array.isArray(logs) && logs.every((log) => typeof log === 'object' && log !== null)) return logs
  throw new SluiceError('RPC_UNAVAILABLE', { details: 'eth_getLogs: the response is not a list of logs' })
}
