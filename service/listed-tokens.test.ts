import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../devnet/testing/devnet.ts'
import type { PriceResult } from '../wire/router.ts'
import { readEnvironment } from './config/environment.ts'
import type { ChainServiceConfig } from './config/types.ts'
import { startService } from './start-service.ts'
import { PRICE_BODY } from './testing/price-body.ts'

describe('service with a token list', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-listed-'))
  const list = join(directory, 'list.json')
  let devnet: TestDevnet

  beforeAll(async () => {
    devnet = await startTestDevnet()
    const { address } = devnet.chain().token('USDC')
    const usdc = {
      chainId: devnet.chain().manifest.id,
      address,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
    }
    const version = { major: 1, minor: 0, patch: 0 }
    const about = { name: 'A list', timestamp: '2026-01-01T00:00:00.000Z', version }
    writeFileSync(list, JSON.stringify({ ...about, tokens: [usdc] }))
  })

  afterAll(async () => {
    await devnet?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Returns the price of a trade whose best route passes USDC, which is not a base token here. */
  async function priceAcross(config: Partial<ChainServiceConfig>) {
    const environment = { ...readEnvironment({}), port: 0, logLevel: 'silent', dataDir: undefined } as const
    const [chain] = devnet.serviceConfig.chains
    const chains = [{ ...chain!, baseTokens: [chain!.weth], ...config }]
    const service = await startService({ chains, tokenLists: [list] }, { ...environment, pricingWorkers: 0 })
    try {
      await service.ready
      const [input, output] = [devnet.chain().token('EURC'), devnet.chain().token('LINK')]
      const body = {
        ...PRICE_BODY,
        inputToken: input.address,
        outputToken: output.address,
        inputAmount: `${700n * 10n ** BigInt(input.decimals)}`,
      }
      const response = await fetch(`http://127.0.0.1:${service.port}/router/v1/price`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'dev-premium' },
        body: JSON.stringify(body),
      })
      return (await response.json()) as { result?: PriceResult; error?: string }
    } finally {
      await service.stop()
    }
  }

  it('routes through the listed tokens', async () => {
    const { result } = await priceAcross({})
    expect(result?.liquidityModules.length).toBeGreaterThan(1)
  })

  it('routes only through the connector tokens of the config if set', async () => {
    expect(await priceAcross({ connectorTokens: [] })).toMatchObject({
      error: 'Unable to fetch a solution for the user request',
    })
  })
})
