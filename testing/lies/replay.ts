import { decodeSwap, encodeSwap, toSellingRoute } from '../../contracts/testing/settlement-calldata.ts'
import { createRpc, type Rpc } from '../../devnet/node/rpc.ts'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { type Hex, NATIVE_TOKEN, sameAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { type Holdings, readHoldings } from './holdings.ts'
import type { RequestedTransaction } from './lying-wallet.ts'
import { ACCOUNTS } from './swaps.ts'

export interface MinedReceipt {
  status: 'success' | 'reverted'
  gasUsed: bigint
  gasCostWei: bigint
}

/** The effect of a mined transaction on an account, without the network fee. */
export interface Effect {
  receipt: MinedReceipt
  /** Differences in base units by token in lower case; only changed ones. */
  deltas: ReadonlyMap<string, bigint>
}

const NOT_MINED: MinedReceipt = { status: 'reverted', gasUsed: 0n, gasCostWei: 0n }
/** The adversary's trade before the swap, as a multiple of its input. */
const ATTACK_FACTOR = 20_000n
const PLENTY = 10n ** 36n

/** Funds the adversary so that it can move the price of any pool. */
export async function prepareAttacks(chain: TestChain): Promise<void> {
  const adversary = chain.account(ACCOUNTS.adversary)
  await chain.deal(NATIVE_TOKEN, adversary, PLENTY)
  for (const token of ['DAI', 'WETH', 'USDC', 'USDT']) {
    await chain.deal(token, adversary, PLENTY)
    await chain.approve(token, chain.manifest.contracts.settlement, PLENTY, ACCOUNTS.adversary)
  }
}

/** A transaction, and the id of a snapshot of the chain before it. */
export interface Moment {
  transaction: RequestedTransaction
  before: Hex
}

/** Reverts the chain to the snapshot and mines the transaction there. */
export async function replay(
  chain: TestChain,
  moment: Moment,
  { attacked }: { attacked: boolean },
): Promise<Effect> {
  const { transaction } = moment
  const rpc = createRpc(chain.manifest.rpcUrl)
  if (!(await rpc.request<boolean>('evm_revert', moment.before)))
    throw new Error('The snapshot does not exist')
  // Reverting consumes the snapshot.
  moment.before = await rpc.request<Hex>('evm_snapshot')
  if (attacked) await attack(chain, transaction)
  const account = transaction.from
  const held = await readHoldings(chain, account)
  const receipt = await mine(rpc, transaction)
  return { receipt, deltas: differences(held, await readHoldings(chain, account), receipt.gasCostWei) }
}

export function differences(before: Holdings, after: Holdings, gasCostWei: bigint): Map<string, bigint> {
  const deltas = [...after].map(([token, amount]): [string, bigint] => [
    token,
    amount - (before.get(token) ?? 0n) + (sameAddress(token, NATIVE_TOKEN) ? gasCostWei : 0n),
  ])
  return new Map(deltas.filter(([, delta]) => delta !== 0n))
}

export async function findReceipt(chain: TestChain, hash: Hex): Promise<MinedReceipt | undefined> {
  return readReceipt(createRpc(chain.manifest.rpcUrl), hash)
}

/** Sells a large amount along the route of the call, so that it gets the worst possible price. */
export async function attack(chain: TestChain, { data, to }: RequestedTransaction): Promise<void> {
  const rpc = createRpc(chain.manifest.rpcUrl)
  const call = decodeSwap(data)
  if (!call) return
  const adversary = chain.account(ACCOUNTS.adversary)
  const inputAmount = call.trade.inputAmount * ATTACK_FACTOR
  const trade = {
    ...call.trade,
    inputAmount,
    minOutputAmount: 1n,
    outputReceiver: adversary,
    partner: ZERO_ADDRESS,
    partnerFeeBps: 0n,
    deadline: 2n ** 255n,
  }
  await mine(rpc, {
    from: adversary,
    to,
    data: encodeSwap({ trade, route: toSellingRoute(call.route), permit: '0x' }),
    value: sameAddress(trade.inputToken, NATIVE_TOKEN) ? quantity(inputAmount) : '0x0',
    gas: quantity(16_000_000n),
  })
}

async function mine(rpc: Rpc, transaction: RequestedTransaction): Promise<MinedReceipt> {
  // The node rejects a transaction that can never be mined.
  const hash = await rpc.request<Hex>('eth_sendTransaction', transaction).catch(() => undefined)
  if (hash === undefined) return NOT_MINED
  // With too little gas it is never mined.
  return (await readReceipt(rpc, hash)) ?? NOT_MINED
}

async function readReceipt(rpc: Rpc, hash: Hex): Promise<MinedReceipt | undefined> {
  for (let tries = 0; tries < 300; tries += 1) {
    const receipt = await rpc.request<{ status: Hex; gasUsed: Hex; effectiveGasPrice: Hex } | null>(
      'eth_getTransactionReceipt',
      hash,
    )
    if (!receipt) continue
    const gasUsed = BigInt(receipt.gasUsed)
    return {
      status: receipt.status === '0x1' ? 'success' : 'reverted',
      gasUsed,
      gasCostWei: gasUsed * BigInt(receipt.effectiveGasPrice),
    }
  }
  return undefined
}

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
