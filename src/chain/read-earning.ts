import type { Address } from '../../wire/lib/address.ts'
import { minBigInt } from '../../wire/lib/amount.ts'
import { callView } from './call-view.ts'
import { type AbiWords, multicall, type Read } from './multicall.ts'
import type { ReadClient } from './read-actions.ts'
import type { Earning, EarningQuery } from './types.ts'

const ASSET = '0x38d52e0f'
const UNDERLYING_ASSET_ADDRESS = '0xb16a19de'
const CONVERT_TO_ASSETS = '0x07a2d13a'
const MAX_REDEEM = '0xd905777e'
const BALANCE_OF = '0x70a08231'

type EarningRead = Omit<EarningQuery, 'chainId'>

/** The underlying value of a lending or vault token; undefined if its contract is neither. */
export async function readEarning(client: ReadClient, query: EarningRead): Promise<Earning | undefined> {
  const { token, amount, account } = query
  const [asset, underlying, assets] = await read(client, [
    { to: token, selector: ASSET },
    { to: token, selector: UNDERLYING_ASSET_ADDRESS },
    { to: token, selector: CONVERT_TO_ASSETS, args: [amount] },
  ])
  const vaultAsset = toAddress(asset)
  const worth = assets?.[0]
  if (vaultAsset && worth !== undefined) {
    const withdrawable = account && (await readVault(client, { token, amount, account }))
    return { kind: 'vault', asset: vaultAsset, assets: worth, withdrawable }
  }
  const lent = toAddress(underlying)
  if (!lent) return undefined
  const withdrawable = account && (await readCash(client, { token, amount, asset: lent }))
  return { kind: 'lending', asset: lent, assets: amount, withdrawable }
}

/** A vault returns how much an account may redeem. */
async function readVault(client: ReadClient, query: EarningRead & { account: Address }) {
  const { token, amount, account } = query
  const [redeemable] = await read(client, [{ to: token, selector: MAX_REDEEM, args: [account] }])
  if (redeemable?.[0] === undefined) return undefined
  const shares = minBigInt(amount, redeemable[0])
  const [assets] = await read(client, [{ to: token, selector: CONVERT_TO_ASSETS, args: [shares] }])
  return assets?.[0] === undefined ? undefined : { amount: shares, assets: assets[0] }
}

/** A lending market pays out the tokens that are not lent out. */
async function readCash(client: ReadClient, query: EarningRead & { asset: Address }) {
  const { token, amount, asset } = query
  const [cash] = await read(client, [{ to: asset, selector: BALANCE_OF, args: [token] }])
  if (cash?.[0] === undefined) return undefined
  const free = minBigInt(amount, cash[0])
  return { amount: free, assets: free }
}

function read(client: ReadClient, reads: readonly Read[]): Promise<AbiWords[]> {
  return multicall(async (call) => (await callView(client, call)) ?? '0x', reads)
}

function toAddress(words: AbiWords): Address | undefined {
  const word = words?.[0]
  if (word === undefined || word === 0n || word >= 1n << 160n) return undefined
  return `0x${word.toString(16).padStart(40, '0')}`
}
