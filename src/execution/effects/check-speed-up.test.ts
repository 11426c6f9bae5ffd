import { expect, it, vi } from 'vitest'
import { SETTLEMENT } from '../../../wire/fixtures/addresses.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { intentFixture } from '../../testing/execution/execution-fixtures.ts'
import { checkSpeedUp } from './check-speed-up.ts'
import { type ReplaceContext, type ReplacementKind, replaceTransaction } from './replace-transaction.ts'

const { id: routeId, chainId, account, inputToken, outputToken } = intentFixture
const HASH = `0x${'ab'.repeat(32)}` as const
const elsewhere = '0x00000000000000000000000000000000000000aa' as const

function replace(
  kind: ReplacementKind,
  rules: Partial<WidgetConfig>,
  { deadlineAt = Date.now() + 60_000, receiver = account, isUnverified = false } = {},
) {
  const config = resolveConfig({
    integrator: 'again',
    baseUrl: 'https://api.example/router',
    tokensUrl: 'https://api.example/tokens',
    exchangeRatesUrl: 'https://api.example/rates',
    chains: [{ id: chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
    ...rules,
  })
  const { signal } = new AbortController()
  const request = {
    routeId,
    chainId,
    account,
    receiver,
    inputToken,
    outputToken,
    inputAmount: '1',
    maxInputAmount: '1',
    outputAmount: '2',
    router: SETTLEMENT,
    value: '0',
  }
  const sendTransaction = vi.fn(async () => HASH)
  const found = { nonce: 7, gas: 21_000n, fees: { gasPrice: 1n }, isMined: false }
  const result = replaceTransaction(
    { chainId, from: account, to: SETTLEMENT, data: '0x12', value: 0n, hash: HASH },
    kind,
    {
      signal,
      shown: found,
      speedUp: checkSpeedUp({ request, deadlineAt, isUnverified }, { config: () => config, signal }),
      wallet: { readChainId: async () => chainId, readAccount: async () => account, sendTransaction },
      chain: { findReplaceable: async () => found, estimateGas: async () => 21_000n },
    } as unknown as ReplaceContext,
  )
  return { result, sendTransaction }
}

it.each<[string, string, Partial<WidgetConfig>, Parameters<typeof replace>[2]]>([
  [
    'the host has denied a token',
    'PAIR_NOT_OFFERED',
    { tokens: { [chainId]: { deny: [inputToken.address] } } },
    {},
  ],
  ['the host rejects it', 'HOST_REJECTED', { hooks: { onBeforeSwap: () => false } }, {}],
  ['the host has hidden other recipients', 'HOST_REJECTED', {}, { receiver: elsewhere }],
  ['the host has disabled unverified swaps', 'HOST_REJECTED', {}, { isUnverified: true }],
  ['its deadline has passed', 'QUOTE_EXPIRED', {}, { deadlineAt: Date.now() - 1 }],
])('does not speed up a swap when %s, but still cancels it', async (_, code, rules, swap) => {
  const again = replace('speed-up', rules, swap)
  await expect(again.result).rejects.toMatchObject({ code })
  expect(again.sendTransaction).not.toHaveBeenCalled()
  const cancel = replace('cancel', rules, swap)
  await cancel.result
  expect(cancel.sendTransaction).toHaveBeenCalledTimes(1)
})

it.each<[string, Parameters<typeof replace>[1], Parameters<typeof replace>[2]]>([
  ['nothing has changed', {}, {}],
  ['the host still allows unverified swaps', { verification: 'warn' }, { isUnverified: true }],
])('speeds up a swap when %s', async (_, rules, swap) => {
  const { result, sendTransaction } = replace('speed-up', rules, swap)
  await result
  expect(sendTransaction).toHaveBeenCalledTimes(1)
})
