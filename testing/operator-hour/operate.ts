import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { startTestPostgres, startTestRedis } from '../../scripts/testing/servers.ts'
import { PRICE_BODY } from '../../service/testing/price-body.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { priceResponseSchema } from '../../wire/router.ts'
import { until } from '../../wire/testing/until.ts'
import { type RunningService, runCommand, startOperated } from './operator.ts'
import { startPresetChain } from './preset-chain.ts'
import { createTrader } from './trader.ts'

/** Receives the lines of the log. */
type Say = (line: string) => void

/**
 * Runs the commands of the README as an operator does, from nothing to two instances, while a
 * trader sends swaps. Leaves nothing behind. Throws if a step fails.
 */
export async function operate(say: Say): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-operator-'))
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const startedAt = performance.now()
  try {
    await work({ folder, endings, say })
    say(`done in ${seconds(startedAt)}`)
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

interface Work {
  folder: string
  /** Called at the end, the last first. */
  endings: (() => unknown)[]
  say: Say
}

async function work({ folder, endings, say }: Work) {
  async function step<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
    const stepAt = performance.now()
    say(what)
    const result = await run()
    say(`  took ${seconds(stepAt)}`)
    return result
  }

  const chain = await step('a fresh chain with the id of Unichain and what its preset names', async () => {
    const [started, postgres, redis] = await Promise.all([
      startPresetChain(),
      startTestPostgres(),
      startTestRedis(),
    ])
    endings.push(started.stop, postgres.stop, redis.stop)
    return { ...started, postgres, redis }
  })
  const { preset, payer, pools, getToken } = chain
  const config = join(folder, 'service.json')
  const { sources } = chain
  const fields = { name: preset.name, rpcUrls: [chain.rpcUrl], treasury: chain.treasury, sources }
  writeFileSync(config, JSON.stringify({ chains: [fields] }))
  say(`the config: ${Object.keys(fields).join(', ')}`)

  const deploy = (...words: string[]) =>
    runCommand(['deploy', '--', '--config', config, ...words], {
      variables: { SLUICE_DEPLOYER_KEY: payer.privateKey },
    })
  const dry = await step('npm run deploy', () => deploy())
  expectText(dry.output, 'Nothing was sent')
  say(/^.*cost.*$/m.exec(dry.output)?.[0].trim() ?? 'The dry run printed no cost')
  await step('npm run deploy -- --send', () => deploy('--send'))
  const [written] = JSON.parse(readFileSync(config, 'utf8')).chains
  expectText(JSON.stringify(written), '"settlement":"0x')
  const trader = createTrader({
    rpcUrl: chain.rpcUrl,
    chainName: preset.name,
    privateKey: payer.privateKey,
    settlement: written.settlement,
  })

  const shared = {
    SLUICE_CONFIG: config,
    DATABASE_URL: chain.postgres.url,
    REDIS_URL: chain.redis.url,
    SLUICE_PRICING_WORKERS: '0',
  }
  const { output: issued } = await step('npm run keys -- create', () =>
    runCommand(['keys', '--', 'create', '--tier', 'growth', '--label', 'operator'], { variables: shared }),
  )
  const key = /sluice_[\w-]+/.exec(issued)?.[0] ?? ''
  const start = async (variables: Record<string, string>) => {
    const service = await startOperated(variables)
    endings.push(() => service.end('SIGKILL'))
    return service
  }
  const pricedBy = async (service: RunningService, secret = key) => {
    const body = { ...PRICE_BODY, inputToken: getToken('WETH'), outputToken: getToken('USDC') }
    const amount = await askPrice(service, { ...body, chainID: preset.name }, secret)
    const isNear = amount > 2_700_000_000n && amount < 2_900_000_000n
    if (!isNear) throw new Error(`1 ETH is priced at ${amount} units of USDC`)
    return `${Number(amount) / 1e6} USDC for 1 ETH`
  }
  const firstPrice = async (variables: Record<string, string>, secret?: string) => {
    const service = await start(variables)
    say(await pricedBy(service, secret))
    return service
  }

  /** A round trip: from the chain's own coin, then with an approval. */
  const swapBy = ({ url }: RunningService, secret = key) =>
    step('a trader sends two quotes', async () => {
      const [ether, usdc, wrapped] = [NATIVE_TOKEN, getToken('USDC'), getToken('WETH')]
      const sold = await trader.swap({ url, key: secret, from: ether, to: usdc, amount: 10n ** 18n })
      say(`ETH for USDC: ${sold.words}`)
      const back = await trader.swap({ url, key: secret, from: usdc, to: wrapped, amount: sold.received })
      say(`USDC for WETH: ${back.words}`)
    })

  const first = await step('npm run service, discovery and the first price', () => firstPrice(shared))
  await until(async () => (await healthOf(first)).status === 'up')
  await swapBy(first)
  await step('the pools are in the database', () => until(async () => (await exported()) === pools))
  await step('SIGKILL', () => first.end('SIGKILL'))
  const again = await step('npm run service again, and a price', () => firstPrice(shared))
  await swapBy(again)
  const second = await step('a second instance, and its price', () => firstPrice(shared))
  await step('the first is asked to end, and the second gives a price', async () => {
    await again.end('SIGTERM')
    say(await pricedBy(second))
  })
  await swapBy(second)

  const { output: file } = await step('npm run pools -- export', () => runPools('export'))
  const own = { SLUICE_CONFIG: config, SLUICE_DATA_DIR: join(folder, 'data'), SLUICE_PRICING_WORKERS: '0' }
  const { messages } = await step('npm run pools -- import, into an empty database', () =>
    runCommand(['pools', '--', 'import', preset.name], { variables: own, input: file }),
  )
  for (const line of messages.trim().split('\n')) say(line)
  const { output: other } = await runCommand(
    ['keys', '--', 'create', '--tier', 'growth', '--label', 'restored'],
    { variables: own },
  )
  const otherKey = /sluice_[\w-]+/.exec(other)?.[0] ?? ''
  const restored = await step('a service on what was imported, and a price', () => firstPrice(own, otherKey))
  await swapBy(restored, otherKey)
  await restored.end('SIGTERM')
  await second.end('SIGTERM')

  function runPools(command: string) {
    return runCommand(['pools', '--', command, preset.name], { variables: shared })
  }
  /** The number of pools in the database. */
  async function exported() {
    const { output } = await runPools('export')
    return output.trim().split('\n').length - 1
  }
}

/** A price, once the service returns one. */
async function askPrice({ url, output }: RunningService, body: object, key: string): Promise<bigint> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  let last = ''
  const read = async () => {
    const response = await fetch(`${url}/router/v1/price`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    last = await response.text()
    if (response.status === 400) throw new Error(last)
    return response.ok
  }
  await until(read).catch((cause) => {
    throw new Error(`No price:\n${last}\n${output()}`, { cause })
  })
  return BigInt(v.parse(priceResponseSchema, JSON.parse(last)).result.outputAmount)
}

async function healthOf({ url }: RunningService): Promise<{ status?: string }> {
  return (await fetch(`${url}/healthz`)).json()
}

function expectText(text: string, wanted: string) {
  if (!text.includes(wanted)) throw new Error(`Expected ${JSON.stringify(wanted)} in:\n${text}`)
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}
