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
  /** Maximum bytes of a contract. Default: as on any chain. */
  codeBytes?: number | undefined
} & ChainStart

/**
 * Where a chain begins: at a moment in Unix seconds, from which later blocks follow at the pace of the wall clock, or at
 * the head of another node, which is asked for all that lies before.
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
 * The month of history, and an hour of blocks at two seconds: until then every block can be read, later the latest
 * thousands. A block costs half a megabyte of memory; on disk it would be 2 MB, and 40 ms of waiting for each block.
 */
const WHOLE_CHAIN = ['--prune-history', '2000']

/**
 * For a node that goes on for days: the states of five minutes, for answers that are kept as long, and the transactions
 * of some hours. Each state holds the hash of every block since the start, so that many states of many blocks would
 * fill the memory by themselves.
 */
const RECENT_BLOCKS = ['--prune-history', '160', '--transaction-block-keeper', '2000']

const keeper = join(import.meta.dirname, 'keeper.mjs')

/** Starts one node without automatic mining; it ends with this process, however this process ends. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const child = spawn(process.execPath, [keeper, anvilBinary(), ...anvilArguments(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C reaches us alone, and we stop things in order.
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
      ? // Nothing is remembered between starts: another chain of the same id would be taken for this one.
        ['--fork-url', options.past, '--no-storage-caching', '--no-rate-limit', ...RECENT_BLOCKS]
      : // Room for the whole setup in one block; lowered to an ordinary limit afterwards.
        ['--timestamp', `${options.genesisTimestamp}`, '--gas-limit', '10000000000', ...WHOLE_CHAIN],
  ].flat()
}

/** The platform's own binary: the wrapper around it leaks the node when it is killed. */
function anvilBinary(): string {
  const require = createRequire(import.meta.url)
  const platform = process.platform
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const file = `@foundry-rs/anvil-${platform}-${cpu}/bin/anvil${platform === 'win32' ? '.exe' : ''}`
  // Beside the wrapper: package managers need not hoist it to where we could see it.
  const wrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  try {
    return wrapper.resolve(file)
  } catch (cause) {
    throw new Error(`@foundry-rs/anvil brings no node for ${platform} on ${process.arch}`, { cause })
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
      // What follows is the log; it is drained and not kept.
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
