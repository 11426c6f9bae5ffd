import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Logos, startLogos } from './logos.ts'
import type { Market } from './market/market.ts'
import { deriveAccounts } from './node/accounts.ts'
import { CHAINS, type DevnetChainName } from './plan/chains.ts'
import type { Manifest, ManifestChain } from './plan/manifest.ts'
import { type DevnetServiceConfig, toServiceConfig } from './service-config.ts'
import { type RunningChain, startChain } from './start-chain.ts'

export interface DevnetOptions {
  /** Folder for `manifest.json` and `service.json`; without it nothing is written. */
  dir?: string
  /** Default: both. */
  chains?: DevnetChainName[]
  /** 0 or omitted: any free port. */
  ports?: Partial<Record<DevnetChainName, number>>
  /** Runs the market every few seconds. It can also be stepped manually. Default true. */
  market?: boolean
  /** Seconds between blocks; 0 mines on each transaction only. Default 2. */
  blockSeconds?: number
  /**
   * Lets the devnet run for days: the month stays readable, memory hardly grows, and blocks
   * and market slow down without activity. Costs a second node per chain. Default false.
   */
  lasting?: boolean
  /** Gives tokens and chains logos, served from this machine. Default false. */
  logos?: boolean
  /**
   * Unix seconds at the end of the month of history. Each later block comes one second after the
   * previous one, so that time is the same on every start. Default: the wall clock, which `lasting`
   * always uses.
   */
  now?: number | undefined
  /** Maximum bytes of a contract. Default: the usual limit. */
  codeBytes?: number | undefined
}

export interface Devnet {
  manifest: Manifest
  serviceConfig: DevnetServiceConfig
  rpcUrl(name: DevnetChainName): string
  market(name: DevnetChainName): Market
  /** Resolves when any of the nodes exits, for any reason. */
  ended: Promise<void>
  /** Stops market and nodes; resolves when their processes have exited. */
  stop(): Promise<void>
}

/** Starts the local chains with everything deployed on them. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const {
    chains = ['ethereum', 'base'],
    ports,
    market = true,
    blockSeconds = 2,
    lasting = false,
    logos: hasLogos = false,
    dir,
    codeBytes,
  } = options
  const now = lasting ? undefined : options.now
  const accounts = deriveAccounts()
  const starts = await Promise.allSettled(
    chains.map((name) =>
      startChain(CHAINS[name], {
        accounts,
        port: ports?.[name] ?? 0,
        market,
        blockSeconds,
        lasting,
        now,
        codeBytes,
      }),
    ),
  )
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const logos = hasLogos ? await startLogos() : undefined
  const stop = async () => {
    await Promise.all([...running.map((chain) => chain.stop()), logos?.stop()])
  }
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }

  const manifest: Manifest = {
    version: 1,
    chains: running.map((chain) => (logos ? withLogos(chain.manifest, logos) : chain.manifest)),
    ...(logos && { logoHost: logos.host }),
    accounts: accounts.funded,
  }
  const serviceConfig = toServiceConfig(manifest, blockSeconds)
  if (dir !== undefined) writeFiles(dir, { 'manifest.json': manifest, 'service.json': serviceConfig })
  const chain = (name: DevnetChainName): RunningChain => {
    const found = running.find((candidate) => candidate.name === name)
    if (!found) throw new Error(`The chain ${name} was not started`)
    return found
  }
  return {
    manifest,
    serviceConfig,
    rpcUrl: (name) => chain(name).manifest.rpcUrl,
    market: (name) => chain(name).market,
    ended: Promise.race(running.map((chain) => chain.ended)),
    stop,
  }
}

function withLogos(chain: ManifestChain, logos: Logos): ManifestChain {
  const logo = (name: string) => {
    const logoUri = logos.uri(name)
    return logoUri ? { logoUri } : {}
  }
  const nativeLogoUri = logos.uri(chain.nativeCurrency.symbol)
  return {
    ...chain,
    widget: { ...chain.widget, ...logo(chain.name) },
    ...(nativeLogoUri && { nativeLogoUri }),
    tokens: chain.tokens.map((token) => ({ ...token, ...logo(token.symbol) })),
  }
}

/** Writes each file atomically, because other processes wait for the files and then read them. */
export function writeFiles(dir: string, files: Record<string, unknown>): void {
  mkdirSync(dir, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const file = join(dir, name)
    writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  }
}
