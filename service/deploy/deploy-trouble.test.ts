import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, readdir, readFile, rename, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/testing/free-port.ts'
import { IMAGE_NODE } from '../../scripts/testing/image-node.ts'
import type { UndeployedChain } from '../config/types.ts'
import { getDeployer } from '../modules/core/source-config.ts'
import { type Behavior, type ProxyNode, startProxyNode } from '../testing/proxy-node.ts'
import { CREATE2_DEPLOYER, PRESIGNER } from './create2-deployer.ts'
import { getDeployment } from './deployment.ts'
import {
  type FreshChain,
  PAUPER,
  PAYER,
  startFreshChain,
  TREASURY,
  undeployed,
} from './testing/fresh-chain.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { settlement, executor } = getDeployment(undeployed('ethereum', 31337), TREASURY)

let chain: FreshChain
let proxy: ProxyNode | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
  await chain?.stop()
})

const sentByPayer = () => chain.client.getTransactionCount({ address: PAYER.address })

/**
 * Expects a failure with this reason, no change of the config, and this many transactions of the
 * payer.
 */
async function expectRefusal(reason: RegExp, { sent = 0 } = {}) {
  const before = await chain.readConfig()
  expect(await chain.deploy()).toBe(false)
  expect(chain.text()).toMatch(reason)
  expect(await sentByPayer()).toBe(sent)
  expect(await chain.readConfig()).toEqual(before)
}

async function through(behavior: Behavior) {
  proxy = await startProxyNode(chain.rpcUrl, behavior)
  await chain.writeChain({ rpcUrls: [proxy.url] })
}

describe('a killed deployment', () => {
  it('continues and pays once if its transaction was pending', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await killOnce(({ output }) => output.includes('sent '))
    expect((await chain.client.getTxpoolStatus()).pending).toBe(1)
    const again = chain.deploy()
    await expect.poll(chain.text).toContain("waiting for 1 of the payer's earlier transactions")
    await chain.client.mine({ blocks: 1 })
    expect(await again, chain.text()).toBe(true)
    expect(await sentByPayer()).toBe(1)
    expect((await chain.readConfig()).chains[0]).toMatchObject({ settlement })
  })

  it('sends only the settlement if the deployer was created', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x' })
    await killOnce(async ({ output }) => {
      await chain.client.mine({ blocks: 1 })
      return output.includes('sent         CREATE2 deployer')
    })
    await chain.client.mine({ blocks: 1 })
    expect(await chain.client.getCode({ address: settlement })).toBeUndefined()
    const before = await sentByPayer()
    await chain.client.setAutomine(true)
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(await chain.client.getTransactionCount({ address: PRESIGNER })).toBe(1)
    expect((await sentByPayer()) - before).toBe(1)
  })

  it('writes the config if only that was missing', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    await chain.writeChain()
    expect(await chain.deploy()).toBe(true)
    expect(await sentByPayer()).toBe(1)
    expect((await chain.readConfig()).chains[0]).toMatchObject({ settlement })
  })
})

describe('a transaction with too low a fee', () => {
  /**
   * Sends the creation of the settlement at 2.2 gwei, which no later block accepts, and leaves it
   * pending.
   */
  async function leaveBehind() {
    const raw: Hex[] = []
    chain = await startFreshChain(undefined, { mines: false })
    await through({
      distort({ method, params }, result) {
        if (method === 'eth_sendRawTransaction') raw.push(params?.[0] as Hex)
        return result
      },
    })
    expect(await chain.deploy()).toBe(false)
    const [, hash] = /sent {9}settlement: (0x\w{64})/.exec(chain.text()) ?? []
    expect(await sentByPayer()).toBe(0)
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 2_300_000_000n })
    return { hash: hash as Hex, raw: raw[0] as Hex }
  }

  it('is explained with a remedy while it is pending, in this run and in a later one', async () => {
    const { hash } = await leaveBehind()
    expect(chain.text()).toMatch(
      new RegExp(
        `waiting for ${hash}, .* it offers \\S+ gwei per gas.* run this again with --replace ${hash}`,
      ),
    )
    await expectRefusal(/Transactions of 0x\w+ are still waiting to be mined\./)
    expect(chain.text()).toMatch(
      /waiting for more than 0\.5 s: the one with nonce 0 may offer too low a fee\..*--replace/,
    )
  })

  it('is replaced on request with a higher fee, and paid once', async () => {
    const { hash } = await leaveBehind()
    const old = await chain.client.getTransaction({ hash })
    const again = chain.deploy({ replace: hash })
    await expect.poll(chain.text, { timeout: 20_000 }).toContain(`, replaces ${hash}`)
    await chain.client.mine({ blocks: 1 })
    expect(await again, chain.text()).toBe(true)
    expect(await sentByPayer()).toBe(1)
    const [mined] = (await chain.client.getBlock({ includeTransactions: true })).transactions
    expect(mined).toMatchObject({ nonce: old.nonce, to: old.to, input: old.input, value: old.value })
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect(mined![fee]! * 10n).toBeGreaterThanOrEqual(old[fee]! * 11n)
    }
    expect((await chain.readConfig()).chains[0]).toMatchObject({ settlement })
  })

  it('may still be mined instead of its replacement', async () => {
    const { hash, raw } = await leaveBehind()
    const again = chain.deploy({ replace: hash })
    await expect.poll(chain.text, { timeout: 20_000 }).toContain(`, replaces ${hash}`)
    const [, replacement] = /(0x\w{64}), replaces/.exec(chain.text()) ?? []
    await chain.client.dropTransaction({ hash: replacement as Hex })
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 9n })
    await chain.client.sendRawTransaction({ serializedTransaction: raw })
    await chain.client.mine({ blocks: 1 })
    expect(await again, chain.text()).toBe(true)
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await sentByPayer()).toBe(1)
    await chain.writeChain()
    expect(await chain.deploy({ replace: hash }), chain.text()).toBe(true)
    expect(chain.text()).toContain(`not replaced ${hash} is mined or unknown to the node`)
    expect(await sentByPayer()).toBe(1)
  })

  it('is not replaced if it has another sender or another purpose', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    const other = { to: TREASURY, value: 1n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n } as const
    const send = (key: Hex) =>
      createWalletClient({
        account: privateKeyToAccount(key),
        chain: chain.client.chain,
        transport: http(chain.rpcUrl),
      }).sendTransaction(other)
    expect(await chain.deploy({ replace: await send(PAYER.privateKey) })).toBe(false)
    expect(chain.text()).toMatch(/0x\w+ does not match the next step of this deployment\. Nothing was sent\./)
    await chain.client.setBalance({ address: PAUPER.address, value: 10n ** 18n })
    expect(await chain.deploy({ replace: await send(PAUPER.privateKey) })).toBe(false)
    expect(chain.text()).toMatch(/0x\w+ was sent by 0x\w+, not by the payer 0x\w+\. Nothing was sent\./)
    expect((await chain.client.getTxpoolStatus()).pending).toBe(2)
  })
})

describe('a refused deployment', () => {
  it('reports a node of another chain', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ id: 1 })
    await expectRefusal(/The node at localhost:\d+ serves chain 31337, not 1\. Nothing was sent\./)
  })

  it('reports a balance that does not cover all steps', async () => {
    chain = await startFreshChain()
    await chain.client.setBalance({ address: PAYER.address, value: 10n ** 14n })
    await expectRefusal(/is too low: the deployment may cost 0\.\d+ ETH, and the balance is 0\.0001\./)
    expect(PAUPER.address).not.toBe(PAYER.address)
  })

  it('reports other code at the address of the settlement', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: settlement, bytecode: '0x6001' })
    await expectRefusal(/Other code is deployed at 0x\w+, the address of the settlement/)
  })

  it('reports other code at the address of the executor', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    await chain.client.setCode({ address: executor, bytecode: '0x6001' })
    await expectRefusal(/Other code is deployed at 0x\w+, the address of the executor/, { sent: 1 })
  })

  it('reports another contract at the address of the CREATE2 deployer', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x6001' })
    await expectRefusal(/The code at 0x4e59\w+ is not the CREATE2 deployer's/)
  })

  it('reports that the presigned transaction was used up', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x' })
    await chain.client.setNonce({ address: PRESIGNER, nonce: 1 })
    await expectRefusal(/no CREATE2 deployer at 0x4e59\w+, and the transaction .* was used up/)
  })

  it('reports a source without a contract', async () => {
    chain = await startFreshChain()
    const { sources, weth } = undeployed('ethereum', 31337)
    await chain.client.setCode({ address: sources[1]?.factory ?? weth, bytecode: '0x' })
    await expectRefusal(/No contract is deployed at 0x\w+, the config's source uniswap-v3/)
    const [, , pancake] = sources
    await chain.client.setCode({ address: pancake ? getDeployer(pancake) : weth, bytecode: '0x' })
    await expectRefusal(/No contract is deployed at 0x\w+, the config's deployer of pancakeswap-v3/)
  })

  it('reports a missing contract that the service needs', async () => {
    chain = await startFreshChain()
    const { multicall3, referenceStable } = undeployed('ethereum', 31337)
    await chain.client.setCode({ address: multicall3, bytecode: '0x' })
    await expectRefusal(/No contract is deployed at 0x\w+, the config's multicall3/)
    await chain.client.setCode({ address: referenceStable, bytecode: '0x' })
    await expectRefusal(/No contract is deployed at 0x\w+, the config's referenceStable/)
  })

  it('reports an unreachable node', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ rpcUrls: [`http://localhost:${await freePort()}`] })
    await expectRefusal(/The node does not respond: .*ECONNREFUSED.*\. Check that it is running/)
  })

  it('reports a chain without the instructions that the contracts use', async () => {
    chain = await startFreshChain(undefined, { hardFork: 'shanghai' })
    await expectRefusal(/does not support the Cancun instructions/)
  })

  it.each<[name: string, of: (chain: UndeployedChain) => `0x${string}`]>([
    ['weth', ({ weth }) => weth],
    ['permit2', ({ permit2 }) => permit2],
    ['multicall3', ({ multicall3 }) => multicall3],
    ['source uniswap-v3', ({ sources }) => sources[1]!.factory],
    ['deployer of pancakeswap-v3', ({ sources }) => getDeployer(sources[2]!)],
    ['a token', ({ baseTokens }) => baseTokens[1]!],
  ])('reports a treasury that is %s, because it cannot withdraw', async (name, of) => {
    const config = undeployed('ethereum', 31337)
    chain = await startFreshChain(config)
    expect(await chain.deploy({ treasury: of(config) })).toBe(false)
    expect(chain.text()).toContain(`is the config's ${name}, which cannot withdraw its fees.`)
    expect(await chain.client.getTransactionCount({ address: PAYER.address })).toBe(0)
  })

  it('reports a treasury with a wrong checksum', async () => {
    chain = await startFreshChain()
    const slip = `${PAYER.address.slice(0, -1)}${PAYER.address.endsWith('1') ? '2' : '1'}` as const
    expect(await chain.deploy({ treasury: slip as `0x${string}` })).toBe(false)
    expect(chain.text()).toMatch(/The checksum of the treasury/)
  })
})

describe('a faulty node', () => {
  it('is rejected when it reports a success and nothing was created', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await through({
      distort: ({ method, params }, result) =>
        method === 'eth_getTransactionReceipt' ? receiptOf(String(params?.[0])) : result,
    })
    await expectRefusal(/reports success of the transaction 0x\w+ \(settlement\), but does not return/)
  })

  it('is rejected when it returns the receipt of another transaction', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await through({
      distort: ({ method }, result) =>
        method === 'eth_getTransactionReceipt' ? receiptOf(`0x${'a'.repeat(64)}`) : result,
    })
    await expectRefusal(/the receipt of another transaction/)
  })

  it('is detected by the next node when it invents the code', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    const { code } = getDeployment(undeployed('ethereum', 31337), TREASURY)
    let isSent = false
    await through({
      distort({ method, params }, result) {
        if (method === 'eth_sendRawTransaction') isSent = true
        if (method === 'eth_getTransactionReceipt') return receiptOf(String(params?.[0]))
        return method === 'eth_getCode' && isSent && params?.[0] === settlement ? code.settlement : result
      },
    })
    await chain.writeChain({ rpcUrls: [proxy?.url ?? '', chain.rpcUrl] })
    await expectRefusal(/localhost:\d+: no code at 0x\w+, the address of the settlement/)
  })

  it('has time to catch up when it is a few blocks behind', async () => {
    chain = await startFreshChain()
    let hidden = 0
    proxy = await startProxyNode(chain.rpcUrl, {
      distort: ({ method, params }, result) =>
        method === 'eth_getCode' && [settlement, executor].includes(params?.[0] as Hex) && hidden++ < 4
          ? '0x'
          : result,
    })
    await chain.writeChain({ rpcUrls: [chain.rpcUrl, proxy.url] })
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(chain.text()).toContain(`waiting for ${new URL(proxy.url).host} to return the deployment`)
    expect(hidden).toBeGreaterThan(4)
  })

  it('is named with its block when it stays behind', async () => {
    chain = await startFreshChain()
    proxy = await startProxyNode(chain.rpcUrl, {
      distort: ({ method, params }, result) => {
        if (method === 'eth_blockNumber') return '0x0'
        return method === 'eth_getCode' && [settlement, executor].includes(params?.[0] as Hex) ? '0x' : result
      },
    })
    await chain.writeChain({ rpcUrls: [chain.rpcUrl, proxy.url] })
    await expectRefusal(
      /After 0\.1 s, localhost:\d+ is at block 1; 127\.0\.0\.1:\d+ is at block 0, without the deployment\./,
      { sent: 1 },
    )
  })

  it('is rejected immediately when it returns other code', async () => {
    chain = await startFreshChain()
    let asked = 0
    proxy = await startProxyNode(chain.rpcUrl, {
      distort({ method, params }, result) {
        if (method !== 'eth_getCode' || params?.[0] !== settlement) return result
        asked += 1
        return '0x6001'
      },
    })
    await chain.writeChain({ rpcUrls: [chain.rpcUrl, proxy.url] })
    await expectRefusal(/127\.0\.0\.1:\d+: the code at 0x\w+ is not the compiled settlement$/m, {
      sent: 1,
    })
    expect(asked).toBe(1)
  })

  it('is overruled by the code when it reports a failure', async () => {
    chain = await startFreshChain()
    await through({
      distort: ({ method }, result) =>
        method === 'eth_getTransactionReceipt' && result ? { ...(result as object), status: '0x0' } : result,
    })
    expect(await chain.deploy(), chain.text()).toBe(true)
  })

  it('is named as the reason when it rejects transactions without a chain id', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x' })
    await chain.client.setBalance({ address: PRESIGNER, value: 10n ** 16n })
    await through({
      refuse: ({ method }) =>
        method === 'eth_sendRawTransaction'
          ? { code: -32000, message: 'only replay-protected (EIP-155) transactions allowed over RPC' }
          : undefined,
    })
    await expectRefusal(/only replay-protected .* Some nodes reject transactions without a chain id/)
  })

  it('ends the run with a request to retry when it never mines', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await expectRefusal(/is not mined yet\. Run this again later/)
  })
})

describe('the config', () => {
  it('keeps its mode and its symbolic link', async () => {
    chain = await startFreshChain()
    const real = join(chain.folder, 'real.json')
    await rename(chain.configPath, real)
    await symlink('real.json', chain.configPath)
    await chmod(real, 0o600)
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect((await lstat(chain.configPath)).isSymbolicLink()).toBe(true)
    expect((await stat(real)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(real, 'utf8')).chains[0]).toMatchObject({ settlement })
    expect((await readdir(chain.folder)).sort()).toEqual(['deployments', 'real.json', 'service.json'])
  })

  it('keeps a mode that lets others read it', async () => {
    chain = await startFreshChain()
    await chmod(chain.configPath, 0o664)
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect((await stat(chain.configPath)).mode & 0o777).toBe(0o664)
  })

  it.skipIf(process.getuid?.() !== 0)('keeps its owner', async () => {
    chain = await startFreshChain()
    await chown(chain.configPath, 1234, 1234)
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(await stat(chain.configPath)).toMatchObject({ uid: 1234, gid: 1234 })
    expect((await chain.readConfig()).chains[0]).toMatchObject({ settlement })
  })
})

describe('an unreachable resource', () => {
  it('is named: a node by its host, a config by its path', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ rpcUrls: ['http://127.0.0.1:1/v2/abcdefghijklmnopqrstuvwxyz'] })
    expect(await chain.deploy()).toBe(false)
    expect(chain.text()).toMatch(/ethereum, through 127\.0\.0\.1:1, failed/)
    await expect(chain.deploy({ configPath: '/nowhere/service.json' })).rejects.toThrow(
      'No config at /nowhere/service.json',
    )
  })
})

describe('secrets', () => {
  it("are not printed: neither the payer's key nor the key in a node's URL", async () => {
    chain = await startFreshChain()
    await chain.writeChain({ rpcUrls: [`${chain.rpcUrl}/v2/abcdefghijklmnopqrstuvwxyz`] })
    await chain.deploy()
    await chain.deploy({ payer: { key: PAUPER.privateKey } })
    expect(chain.text()).not.toMatch(/abcdefghijklmnop/)
    expect(chain.text()).not.toContain(PAYER.privateKey.slice(2))
  })
})

/** A successful receipt of a transaction that was never mined. */
function receiptOf(transactionHash: string) {
  const word = `0x${'0'.repeat(64)}`
  return {
    transactionHash,
    blockHash: word,
    blockNumber: '0x1',
    transactionIndex: '0x0',
    from: PAYER.address,
    to: CREATE2_DEPLOYER,
    status: '0x1',
    gasUsed: '0x1',
    cumulativeGasUsed: '0x1',
    effectiveGasPrice: '0x1',
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
    type: '0x2',
  }
}

/** Runs the real command and kills it once `isTime` returns true. */
async function killOnce(isTime: (seen: { output: string }) => boolean | Promise<boolean>): Promise<void> {
  const [node, ...flags] = IMAGE_NODE
  const args = [...flags, 'service/deploy/main.ts', '--send', '--treasury', TREASURY]
  const child: ChildProcess = spawn(node, args, {
    cwd: root,
    env: { ...process.env, SLUICE_CONFIG: chain.configPath, SLUICE_DEPLOYER_KEY: PAYER.privateKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const ended = once(child, 'exit')
  await expect.poll(() => isTime({ output }), { timeout: 30_000, message: output }).toBe(true)
  child.kill('SIGKILL')
  await ended
}
