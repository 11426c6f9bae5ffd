import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { startWidgetService, type WidgetService } from './testing/widget-service.ts'

let devnet: TestDevnet
let service: WidgetService

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  service = await startWidgetService(devnet)
  await service.caughtUp()
})

afterAll(async () => {
  await service?.stop()
  await devnet?.stop()
})

describe.each(['ethereum', 'base'] as const)('yields on %s', (name) => {
  const claims = (kind: 'a-token' | 'vault-share') =>
    devnet.chain(name).manifest.tokens.filter(({ claim }) => claim?.kind === kind)

  it('are positive for every claim, fall with a deposit, and have a TVL', async () => {
    const { yields } = service.clients
    for (const { address, decimals } of [...claims('a-token'), ...claims('vault-share')]) {
      const request = { lp_token_address: address, chain: name }
      const input_amount = (1_000n * 10n ** BigInt(decimals)).toString()
      const [past, none, more, { tvl }] = await Promise.all([
        yields.historicalApy(request),
        yields.dilutedApy({ ...request, input_amount: '0' }),
        yields.dilutedApy({ ...request, input_amount }),
        yields.tvl(request),
      ])
      expect(past).toMatchObject({ network_id: name })
      expect(past.apy).toBeGreaterThan(0.5)
      expect(past.apy).toBeLessThan(12)
      expect(more.apy).toBeLessThan(none.apy)
      expect(tvl).toBeGreaterThan(1_000_000)
    }
  })

  it('value a vault by the pools of its token', async () => {
    const [share] = claims('vault-share')
    const request = { pool_address: share!.address, chain: name }
    const { tvl } = await service.clients.yields.tvl(request)
    const held = await devnet.chain(name).balanceOf(share!.claim!.underlying, share!.address)
    // The token is stable, and some of the balance is not earned yet.
    expect(tvl / (Number(held) / 10 ** share!.decimals)).toBeGreaterThan(0.95)
    expect(tvl / (Number(held) / 10 ** share!.decimals)).toBeLessThan(1.05)
  })
})
