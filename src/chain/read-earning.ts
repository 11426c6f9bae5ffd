import type { Address } from '../lib/address.ts'
import { minBigInt } from '../lib/amount.ts'
import { callView } from './call-view.ts'
import { type AbiWords, multicall, type Read } from './multicall.ts'
import type { ReadClient } from './read-actions.ts'
import type { Earning, EarningPosition } from './types.ts'

/** The selector of each function that is read. */
const ASSET = '0x38d52e0f'
const UNDERLYING_ASSET_ADDRESS = '0xb16a19de'
const CONVERT_TO_ASSETS = '0x07a2d13a'
const MAX_REDEEM = '0xd905777e'
const BALANCE_OF = '0x70a08231'

/** What an amount of a lending or vault token stands for; undefined where its contract is neither. */
export async function readEarning(
  client: ReadClient,
  { token, amount }: { token: Address; amount: bigint },
): Promise<Earning | undefined> {
  const [asset, underlying, assets] = await read(client, [
    { to: token, selector: ASSET },
    { to: token, selector: UNDERLYING_ASSET_ADDRESS },
    { to: token, selector: CONVERT_TO_ASSETS, args: [amount] },
  ])
  return toEarning({ asset, underlying, assets }, amount)
}

/** The position of an account in a lending or vault token; undefined where its contract is neither. */
export async function readPosition(
  client: ReadClient,
  { token, account }: { token: Address; account: Address },
): Promise<EarningPosition | undefined> {
  const [asset, underlying, balanceOf, maxRedeem] = await read(client, [
    { to: token, selector: ASSET },
    { to: token, selector: UNDERLYING_ASSET_ADDRESS },
    { to: token, selector: BALANCE_OF, args: [account] },
    { to: token, selector: MAX_REDEEM, args: [account] },
  ])
  const balance = balanceOf?.[0]
  if (balance === undefined) return undefined
  const redeemable = maxRedeem?.[0]
  const lent = toAddress(underlying)
  const [assets, assetsNow, cash] = await read(client, [
    { to: token, selector: CONVERT_TO_ASSETS, args: [balance] },
    { to: token, selector: CONVERT_TO_ASSETS, args: [minBigInt(balance, redeemable ?? 0n)] },
    { to: lent ?? token, selector: BALANCE_OF, args: [token] },
  ])
  const earning = toEarning({ asset, underlying, assets }, balance)
  if (!earning) return undefined
  if (earning.kind === 'lending') {
    const free = cash?.[0]
    const amount = free === undefined ? undefined : minBigInt(balance, free)
    return {
      ...earning,
      balance,
      withdrawable: amount === undefined ? undefined : { amount, assets: amount },
    }
  }
  const worth = assetsNow?.[0]
  const isKnown = redeemable !== undefined && worth !== undefined
  return {
    ...earning,
    balance,
    withdrawable: isKnown ? { amount: minBigInt(balance, redeemable), assets: worth } : undefined,
  }
}

function read(client: ReadClient, reads: readonly Read[]): Promise<AbiWords[]> {
  return multicall(async (call) => (await callView(client, call)) ?? '0x', reads)
}

/** A vault converts its shares itself; a lending token is worth its balance. */
function toEarning(
  answers: { asset: AbiWords; underlying: AbiWords; assets: AbiWords },
  amount: bigint,
): Earning | undefined {
  const asset = toAddress(answers.asset)
  const assets = answers.assets?.[0]
  if (asset && assets !== undefined) return { kind: 'vault', asset, assets }
  const underlying = toAddress(answers.underlying)
  return underlying && { kind: 'lending', asset: underlying, assets: amount }
}

function toAddress(words: AbiWords): Address | undefined {
  const word = words?.[0]
  if (word === undefined || word === 0n || word >= 1n << 160n) return undefined
  return `0x${word.toString(16).padStart(40, '0')}`
}
