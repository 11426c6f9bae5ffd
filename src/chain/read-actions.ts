import type { Client, PublicActions } from 'viem'
import {
  call,
  estimateGas,
  getBalance,
  getBlock,
  getBlockNumber,
  getCode,
  getGasPrice,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'

type ReadActions = Pick<
  PublicActions,
  | 'call'
  | 'estimateGas'
  | 'getBalance'
  | 'getBlock'
  | 'getBlockNumber'
  | 'getCode'
  | 'getGasPrice'
  | 'getTransaction'
  | 'getTransactionCount'
  | 'getTransactionReceipt'
>

/**
 * A viem client with only the actions that the widget uses. `publicActions` would add all of viem's
 * actions to a host's bundle.
 */
export type ReadClient = Pick<Client, 'request'> &
  ReadActions & {
    /** A client for each RPC URL. Default: only this client. */
    nodes?: readonly ReadClient[]
  }

/** A client for each node, for a decision that one node must not make alone. */
export function getNodes(client: ReadClient): readonly ReadClient[] {
  return client.nodes ?? [client]
}

/** For `client.extend`. */
export function readActions(client: Client): ReadActions {
  return {
    call: (args) => call(client, args),
    estimateGas: (args) => estimateGas(client, args),
    getBalance: (args) => getBalance(client, args),
    getBlock: (args) => getBlock(client, args),
    getBlockNumber: (args) => getBlockNumber(client, args),
    getCode: (args) => getCode(client, args),
    getGasPrice: () => getGasPrice(client),
    getTransaction: (args) => getTransaction(client, args),
    getTransactionCount: (args) => getTransactionCount(client, args),
    getTransactionReceipt: (args) => getTransactionReceipt(client, args),
  }
}
