import type {
  AccountActivity,
  ChainReader,
  Earning,
  PermitMethod,
  Replaceable,
} from '../../src/chain/types.ts'
import { SluiceError } from '../../src/errors/sluice-error.ts'
import { type Address, sameAddress } from '../../src/lib/address.ts'
import { parseAmount } from '../../src/lib/amount.ts'
import {
  AUSDC,
  DAI,
  EARNING,
  FAKE_USDT,
  LISTED,
  UNLISTED,
  USDC,
  VAULT,
} from '../../testing/fixture-tokens.ts'

export interface FixtureChainOptions {
  /** Balances in whole tokens by symbol, or a function that reads them. */
  balances?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /** The allowance, a promise of it, or a function that reads it. */
  allowance?: bigint | Promise<bigint> | (() => bigint)
  /** Overrides the decimals of every token, optionally as a promise. */
  decimals?: number | Promise<number>
  /**
   * The activity of every account. `pending` never resolves, and an error is thrown. Default: in
   * use.
   */
  activity?: AccountActivity | Error | 'pending'
  /** The chains on which every account is a contract. Default: none of them. */
  contractOn?: readonly number[]
  /** The permit method of every token. Default: no permit. */
  permit?: PermitMethod
  /** The addresses of ENS names. `pending` never resolves. Default: no name has an address. */
  names?: Readonly<Record<string, Address | Error | 'pending'>>
  /** Units of gas of every call. Default 180,000. */
  estimatedGas?: bigint
  /** The share of each deposit that can be withdrawn, in basis points. Default 10,000. */
  freeShareBps?: number
  /** Wei. 0 is unknown. */
  gasPrice?: bigint
  /** The data fee of each transaction, or a function that reads it. Default: no fee. */
  l1Fee?: bigint | (() => Promise<bigint>)
  /** Searches for sent swaps. Default: finds nothing. */
  findSent?: ChainReader['findSent']
  /** The outcome of every watched transaction. Default: it stays pending. */
  watch?: ChainReader['watch']
  /** The replaceable transaction. Default: nothing is replaceable. */
  replaceable?: Replaceable
}

const onChain = [...LISTED, ...EARNING, UNLISTED, FAKE_USDT]
const defaultBalances = { ETH: '4.20133742', USDC: '12500.5', WETH: '0.75', DAI: '310.25', WBTC: '0.0042' }

/** Creates a chain reader with only balances, allowance and metadata. */
export function createFixtureChain({
  balances = defaultBalances,
  allowance = 0n,
  decimals,
  activity = { isContract: false, isUsed: true },
  permit,
  names = {},
  estimatedGas = 180_000n,
  gasPrice = 12_000_000_000n,
  l1Fee = 0n,
  freeShareBps = 10_000,
  findSent = () => new Promise(() => {}),
  contractOn = [],
  watch = () => new Promise(() => {}),
  replaceable,
}: FixtureChainOptions = {}): ChainReader {
  const read = () => (typeof balances === 'function' ? balances() : balances)
  const balanceOf = (token: Address) => {
    const found = onChain.find(({ address }) => sameAddress(address, token))
    return (found && parseAmount(read()[found.symbol] ?? '0', found.decimals)) ?? 0n
  }
  return {
    balanceOf: async ({ token }) => balanceOf(token),
    balancesOf: async ({ tokens }) => tokens.map(balanceOf),
    allowance: async () => (typeof allowance === 'function' ? allowance() : allowance),
    permitMethod: async () => permit,
    async accountActivity({ chainId }) {
      const found = contractOn.includes(chainId) && { isContract: true, isUsed: true }
      if (found) return found
      if (activity === 'pending') return new Promise(() => {})
      if (activity instanceof Error) throw activity
      return activity
    },
    async resolveName({ name }) {
      const found = names[name]
      if (found === 'pending') return new Promise(() => {})
      if (found instanceof Error) throw found
      return found && { name, address: found }
    },
    async tokenMetadata({ token }) {
      const found = onChain.find(({ address }) => sameAddress(address, token))
      if (found) return found
      throw new SluiceError('INVALID_REQUEST')
    },
    async decimals({ token }) {
      if (decimals !== undefined) return decimals
      const found = onChain.find(({ address }) => sameAddress(address, token))
      if (found) return found.decimals
      throw new SluiceError('UNVERIFIABLE')
    },
    async earning({ token, amount, account }) {
      const free = (amount * BigInt(freeShareBps)) / 10_000n
      const earning = earningOf(token, amount)
      const withdrawable = account && { amount: free, assets: earningOf(token, free)?.assets ?? 0n }
      return earning && { ...earning, withdrawable }
    },
    simulate: async () => undefined,
    estimateGas: async () => estimatedGas,
    blockNumber: async () => 1_207n,
    blockTime: async () => Date.now(),
    async gasPrice() {
      if (!gasPrice) throw new SluiceError('RPC_UNAVAILABLE')
      return gasPrice
    },
    async l1Fees({ data = ['0x'] }) {
      const fee = typeof l1Fee === 'function' ? await l1Fee() : l1Fee
      return data.map(() => fee)
    },
    feesBesideGas: async () => 0n,
    dataGas: async () => 0n,
    findReplaceable: async () => replaceable,
    findSent,
    watch,
  }
}

/** A lending token equals its asset. A share of the vault is worth 1.05 of its asset. */
function earningOf(token: Address, amount: bigint): Omit<Earning, 'withdrawable'> | undefined {
  if (sameAddress(token, AUSDC.address)) return { kind: 'lending', asset: USDC.address, assets: amount }
  if (sameAddress(token, VAULT.address)) {
    return { kind: 'vault', asset: DAI.address, assets: (amount * 105n) / 100n }
  }
  return undefined
}
