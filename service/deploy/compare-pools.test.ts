import { afterAll, beforeAll, expect, it } from 'vitest'
import { setupMarket } from '../../contracts/testing/setup-market.ts'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { LiquiditySourceConfig, UndeployedChain } from '../config/types.ts'
import { comparePools } from './compare-pools.ts'
import { createDeployClient, type DeployClient } from './deploy-client.ts'
import { getDeployment } from './deployment.ts'
import { describeInspection } from './describe-inspection.ts'
import { inspectChain } from './inspect-chain.ts'
import { TREASURY } from './testing/fresh-chain.ts'

let devnet: TestDevnet
let chain: UndeployedChain
beforeAll(async () => {
  devnet = await startTestDevnet()
  const { settlement: _, executor: __, ...rest } = devnet.serviceConfig.chains[0]!
  chain = rest
})
afterAll(() => devnet?.stop())

const client = () => createDeployClient(chain, chain.rpcUrls[0]!)
const derived = () => chain.sources.filter((source) => 'initCodeHash' in source)

it('finds an existing pool at the derived address for each source with derived pools', async () => {
  const modules = derived().map(({ module }) => module)
  expect(new Set(derived().map(({ kind }) => kind))).toEqual(new Set(['v2', 'v3', 'solidly', 'algebra']))
  const others = chain.sources.map(({ module }) => module).filter((module) => !modules.includes(module))
  expect(await comparePools(chain, client())).toEqual({ fitting: modules, unknown: others, problems: [] })
})

it('reports a problem before it sends anything if a row derives wrong addresses', async () => {
  const wrong = { initCodeHash: `0x${'57'.repeat(32)}` } as const
  const sources = chain.sources.map((source) => ('initCodeHash' in source ? { ...source, ...wrong } : source))
  const mistaken = { ...chain, sources }
  const deployment = getDeployment(mistaken, TREASURY)
  const inspection = await inspectChain(mistaken, deployment, client())
  expect(inspection.problems).toEqual(
    derived().map(({ module }) =>
      expect.stringMatching(`^The factory of ${module} has a pool at 0x\\w+, but its row in`),
    ),
  )
  expect(describeInspection(mistaken, deployment, inspection).join('\n')).toContain(
    'compared     no source by',
  )
})

const market = setupMarket()

it('compares pools of Slipstream and of Algebra V1', async () => {
  const { slipstream, algebraV1, tokens } = market
  const baseTokens = [tokens.a, tokens.b, tokens.c]
  const toSources = (wrong: { initCodeHash?: `0x${string}` } = {}): LiquiditySourceConfig[] => [
    {
      ...{ kind: 'slipstream', index: 0, module: 'slipstream', name: 'Slipstream' },
      ...{ factory: slipstream.factory, initCodeHash: slipstream.source.initCodeHash, ...wrong },
    },
    {
      ...{ kind: 'algebra-v1', index: 1, module: 'algebra-v1', name: 'Algebra V1' },
      ...{ factory: algebraV1.factory, deployer: algebraV1.source.factory },
      ...{ initCodeHash: algebraV1.source.initCodeHash, ...wrong },
    },
  ]
  const compare = (sources: LiquiditySourceConfig[]) =>
    comparePools({ ...chain, baseTokens, sources }, market.client as unknown as DeployClient)
  expect(await compare(toSources())).toEqual({
    ...{ fitting: ['slipstream', 'algebra-v1'], unknown: [], problems: [] },
  })
  const { fitting, problems } = await compare(toSources({ initCodeHash: `0x${'57'.repeat(32)}` }))
  expect([fitting, problems.length]).toEqual([[], 2])
})
