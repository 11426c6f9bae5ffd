import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { MNEMONIC } from './accounts.ts'

export type AnvilOptions = {
  chainId: number
  /** 0: any free port. */
  port: number
  accounts: number
  /** Default: the latest. */
  hardFork?: string
  /** Maximum bytes of a contract. Default: the usual limit. */
  codeBytes?: number | undefined
} & ChainStart

/**
 * The start of a chain: a Unix timestamp, from which blocks follow the wall clock, or another node,
 * whose head is the first block and which serves all earlier state.
 */
export type ChainStart = { genesisTimestamp: number } | { past: string }

export interface Anvil {
  rpcUrl: string
  wsUrl: string
  /** Resolves when the process exits, for any reason. */
  ended: Promise<void>
  /** Resolves when the process has exited. */
  stop(): Promise<void>
}

/** The requested port is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
  readonly port: number

  constructor(port: number) {
    super(`Port ${port} is taken`)
    this.port = port
  }
}

/**
 * Keeps the month of history and an hour of blocks at two seconds, and later the latest thousands
 * of blocks. State stays in memory, because writing it to disk delays each block.
 */
const WHOLE_CHAIN = ['--prune-history', '2000']

/**
 * For a node that runs for days: states of five minutes, as long as answers are cached, and
 * transactions of some hours. Each state holds the hash of every block since the start, so more
 * states would fill the memory.
 */
const RECENT_BLOCKS = ['--prune-history', '160', '--transaction-block-keeper', '2000']

const keeper = join(import.meta.dirname, 'keeper.mjs')

/**
 * Starts one node without automatic mining. The node ends with this process, even if it is killed.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const child = spawn(process.execPath, [keeper, anvilBinary(), ...anvilArguments(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C reaches only this process, which stops the others in order.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // The keeper may exit before its input is closed.
  child.stdin?.on('error', () => undefined)
  const port = await listeningPort(child, options.port)
  return {
    rpcUrl: `http://localhost:${port}`,
    wsUrl: `ws://localhost:${port}`,
    ended,
    stop: () => {
      child.stdin?.end()
      return ended
    },
  }
}

function anvilArguments(options: AnvilOptions): string[] {
  const { chainId, port, accounts, hardFork, codeBytes } = options
  return [
    ['--host', '127.0.0.1'],
    ['--port', `${port}`],
    ['--chain-id', `${chainId}`],
    ['--mnemonic', MNEMONIC],
    ['--accounts', `${accounts}`],
    ['--no-mining'],
    hardFork === undefined ? [] : ['--hardfork', hardFork],
    codeBytes === undefined ? [] : ['--code-size-limit', `${codeBytes}`],
    'past' in options
      ? // The cache on disk would confuse this chain with an earlier one of the same id.
        ['--fork-url', options.past, '--no-storage-caching', '--no-rate-limit', ...RECENT_BLOCKS]
      : // A gas limit for the whole setup in one block; lowered to an ordinary limit afterwards.
        ['--timestamp', `${options.genesisTimestamp}`, '--gas-limit', '10000000000', ...WHOLE_CHAIN],
  ].flat()
}

/** The platform's own binary, because the wrapper leaves the node running when it is killed. */
function anvilBinary(): string {
  const require = createRequire(import.meta.url)
  const platform = process.platform
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const file = `@foundry-rs/anvil-${platform}-${cpu}/bin/anvil${platform === 'win32' ? '.exe' : ''}`
  // Resolves from the wrapper, because package managers need not hoist the binary's package.
  const wrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  try {
    return wrapper.resolve(file)
  } catch (cause) {
    throw new Error(`@foundry-rs/anvil has no binary for ${platform} on ${process.arch}`, { cause })
  }
}

async function listeningPort(child: ChildProcess, asked: number): Promise<number> {
  let listening = false
  let output = ''
  let errors = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (listening) return
      output += chunk
      const match = /Listening on [^\s]*:(\d+)/.exec(output)
      if (!match) return
      // Later output is the log, which is drained and discarded.
      listening = true
      resolve(Number(match[1]))
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!listening) errors += chunk
    })
    child.once('error', reject)
    child.once('exit', () => {
      const taken = /address (already )?in use|os error (98|48|10048)/i.test(output + errors)
      reject(taken ? new PortTakenError(asked) : new Error(`The node did not start: ${errors || output}`))
    })
  })
}
