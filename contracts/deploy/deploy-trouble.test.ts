import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, readdir, readFile, rename, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import type { UndeployedChain } from '../../service/config/types.ts'
import { getDeployer } from '../../service/modules/core/source-config.ts'
import { type Behavior, type ProxyNode, startProxyNode } from '../../service/testing/proxy-node.ts'
import { freePort } from '../../testing/free-port.ts'
import { IMAGE_NODE } from '../../testing/image-node.ts'
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

/** Fails for this reason, writes nothing, and leaves this many transactions of the payer. */
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

describe('a deployment that was killed', () => {
  it('while its transaction waited goes on from there, and pays once', async () => {
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

  it('between the deployer and the settlement sends the settlement alone', async () => {
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

  it('after the chain had everything and before the config was written writes the config', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    await chain.writeChain()
    expect(await chain.deploy()).toBe(true)
    expect(await sentByPayer()).toBe(1)
    expect((await chain.readConfig()).chains[0]).toMatchObject({ settlement })
  })
})

describe('a transaction whose fee is too low', () => {
  /** Sends the settlement's creation at 2.2 gwei, for which no later block takes it, and leaves it behind. */
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

  it('is explained while it waits, with what to do, by this run and by a later one', async () => {
    const { hash } = await leaveBehind()
    expect(chain.text()).toMatch(
      new RegExp(`waiting for ${hash}, .* it offers \\S+ gwei for .* run it again with --replace ${hash}`),
    )
    await expectRefusal(/Transactions of 0x\w+ are still waiting to be mined\./)
    expect(chain.text()).toMatch(
      /waiting still, after 0\.5 s: that of nonce 0 may offer too low a fee\..*--replace/,
    )
  })

  it('is replaced on demand by the same one with a higher fee, and paid once', async () => {
    const { hash } = await leaveBehind()
    const old = await chain.client.getTransaction({ hash })
    const again = chain.deploy({ replace: hash })
    await expect.poll(chain.text, { timeout: 20_000 }).toContain(`, in place of ${hash}`)
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

  it('may be mined after all, in place of the one that replaces it', async () => {
    const { hash, raw } = await leaveBehind()
    const again = chain.deploy({ replace: hash })
    await expect.poll(chain.text, { timeout: 20_000 }).toContain(`, in place of ${hash}`)
    const [, replacement] = /(0x\w{64}), in place of/.exec(chain.text()) ?? []
    await chain.client.dropTransaction({ hash: replacement as Hex })
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 9n })
    await chain.client.sendRawTransaction({ serializedTransaction: raw })
    await chain.client.mine({ blocks: 1 })
    expect(await again, chain.text()).toBe(true)
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await sentByPayer()).toBe(1)
    await chain.writeChain()
    expect(await chain.deploy({ replace: hash }), chain.text()).toBe(true)
    expect(chain.text()).toContain(`not replaced ${hash} is mined, or unknown to the node`)
    expect(await sentByPayer()).toBe(1)
  })

  it('is not replaced where it is of somebody else or does something else', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    const other = { to: TREASURY, value: 1n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n } as const
    const send = (key: Hex) =>
      createWalletClient({
        account: privateKeyToAccount(key),
        chain: chain.client.chain,
        transport: http(chain.rpcUrl),
      }).sendTransaction(other)
    expect(await chain.deploy({ replace: await send(PAYER.privateKey) })).toBe(false)
    expect(chain.text()).toMatch(/0x\w+ is not what this deployment sends next: nothing is sent/)
    await chain.client.setBalance({ address: PAUPER.address, value: 10n ** 18n })
    expect(await chain.deploy({ replace: await send(PAUPER.privateKey) })).toBe(false)
    expect(chain.text()).toMatch(/0x\w+ is of 0x\w+, not of the payer 0x\w+: nothing is sent/)
    expect((await chain.client.getTxpoolStatus()).pending).toBe(2)
  })
})

describe('nothing is sent', () => {
  it('to a chain of another id', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ id: 1 })
    await expectRefusal(/The node at localhost:\d+ is of chain 31337, not 1: nothing was asked or sent/)
  })

  it('without the money for all of it', async () => {
    chain = await startFreshChain()
    await chain.client.setBalance({ address: PAYER.address, value: 10n ** 14n })
    await expectRefusal(/has too little: the deployment may cost 0\.\d+ ETH, and there are 0\.0001\./)
    expect(PAUPER.address).not.toBe(PAYER.address)
  })

  it('where other code stands at the address', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: settlement, bytecode: '0x6001' })
    await expectRefusal(/There is other code at 0x\w+, where the settlement belongs/)
  })

  it('where the settlement stands and its executor is another', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    await chain.client.setCode({ address: executor, bytecode: '0x6001' })
    await expectRefusal(/There is other code at 0x\w+, where the executor belongs/, { sent: 1 })
  })

  it('where another contract poses as the deployer', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x6001' })
    await expectRefusal(/The code at 0x4e59\w+ is not the CREATE2 deployer's/)
  })

  it('where the presigned transaction was wasted', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x' })
    await chain.client.setNonce({ address: PRESIGNER, nonce: 1 })
    await expectRefusal(/no CREATE2 deployer at 0x4e59\w+, and the transaction .* is used up/)
  })

  it('where a source has no contract', async () => {
    chain = await startFreshChain()
    const { sources, weth } = undeployed('ethereum', 31337)
    await chain.client.setCode({ address: sources[1]?.factory ?? weth, bytecode: '0x' })
    await expectRefusal(/There is no contract at 0x\w+, which the config names as the source uniswap-v3/)
    const [, , pancake] = sources
    await chain.client.setCode({ address: pancake ? getDeployer(pancake) : weth, bytecode: '0x' })
    await expectRefusal(
      /There is no contract at 0x\w+, which the config names as the deployer of pancakeswap-v3/,
    )
  })

  it('where a contract that the service needs is not there', async () => {
    chain = await startFreshChain()
    const { multicall3, referenceStable } = undeployed('ethereum', 31337)
    await chain.client.setCode({ address: multicall3, bytecode: '0x' })
    await expectRefusal(/There is no contract at 0x\w+, which the config names as multicall3/)
    await chain.client.setCode({ address: referenceStable, bytecode: '0x' })
    await expectRefusal(/There is no contract at 0x\w+, which the config names as referenceStable/)
  })

  it('through a node that is down', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ rpcUrls: [`http://localhost:${await freePort()}`] })
    await expectRefusal(
      /The node does not answer: .*ECONNREFUSED.*\. Is it up, and are its address and key right\?/,
    )
  })

  it('to a chain without the instructions that the contracts use', async () => {
    chain = await startFreshChain(undefined, { hardFork: 'shanghai' })
    await expectRefusal(/does not run instructions of Cancun/)
  })

  it.each<[name: string, of: (chain: UndeployedChain) => `0x${string}`]>([
    ['weth', ({ weth }) => weth],
    ['permit2', ({ permit2 }) => permit2],
    ['multicall3', ({ multicall3 }) => multicall3],
    ['the source uniswap-v3', ({ sources }) => sources[1]!.factory],
    ['the deployer of pancakeswap-v3', ({ sources }) => getDeployer(sources[2]!)],
    ['a token', ({ baseTokens }) => baseTokens[1]!],
  ])('for a treasury that is %s, out of which nothing gets', async (name, of) => {
    const config = undeployed('ethereum', 31337)
    chain = await startFreshChain(config)
    expect(await chain.deploy({ treasury: of(config) })).toBe(false)
    expect(chain.text()).toContain(`is what the config names as ${name}: what it earned would be lost.`)
    expect(await chain.client.getTransactionCount({ address: PAYER.address })).toBe(0)
  })

  it('for a treasury with a slip in it', async () => {
    chain = await startFreshChain()
    const slip = `${PAYER.address.slice(0, -1)}${PAYER.address.endsWith('1') ? '2' : '1'}` as const
    expect(await chain.deploy({ treasury: slip as `0x${string}` })).toBe(false)
    expect(chain.text()).toMatch(/capital letters of the treasury/)
  })
})

describe('a node that', () => {
  it('tells of a success where nothing was created is not believed', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await through({
      distort: ({ method, params }, result) =>
        method === 'eth_getTransactionReceipt' ? receiptOf(String(params?.[0])) : result,
    })
    await expectRefusal(/says that the transaction 0x\w+ \(settlement\) succeeded, and shows no such code/)
  })

  it('answers with the receipt of another transaction is not believed', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await through({
      distort: ({ method }, result) =>
        method === 'eth_getTransactionReceipt' ? receiptOf(`0x${'a'.repeat(64)}`) : result,
    })
    await expectRefusal(/the receipt of another transaction/)
  })

  it('invents the code is found out by the next', async () => {
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
    await expectRefusal(/localhost:\d+: there is no code at 0x\w+, where the settlement belongs/)
  })

  it('is a few blocks behind is waited for', async () => {
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
    expect(chain.text()).toContain(
      `waiting for ${new URL(proxy.url).host}, which does not show the deployment yet`,
    )
    expect(hidden).toBeGreaterThan(4)
  })

  it('stays behind is named with its block', async () => {
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

  it('shows other code is not waited for', async () => {
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
    await expectRefusal(/127\.0\.0\.1:\d+: the code at 0x\w+ is not the settlement that was compiled$/m, {
      sent: 1,
    })
    expect(asked).toBe(1)
  })

  it('tells of a failure though all of it stands is overruled by the code', async () => {
    chain = await startFreshChain()
    await through({
      distort: ({ method }, result) =>
        method === 'eth_getTransactionReceipt' && result ? { ...(result as object), status: '0x0' } : result,
    })
    expect(await chain.deploy(), chain.text()).toBe(true)
  })

  it('takes no transaction without a chain is named as the reason', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x' })
    await chain.client.setBalance({ address: PRESIGNER, value: 10n ** 16n })
    await through({
      refuse: ({ method }) =>
        method === 'eth_sendRawTransaction'
          ? { code: -32000, message: 'only replay-protected (EIP-155) transactions allowed over RPC' }
          : undefined,
    })
    await expectRefusal(/only replay-protected .* Some nodes take no transaction that names no chain/)
  })

  it('never mines is left after a while, to be asked again', async () => {
    chain = await startFreshChain(undefined, { mines: false })
    await expectRefusal(/is not mined yet\. Run this again later/)
  })
})

describe('the config', () => {
  it('keeps its mode, for it may hold keys, and stays what a link leads to', async () => {
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

describe('what cannot be reached', () => {
  it('is named: a node by its host, a config by its path', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ rpcUrls: ['http://127.0.0.1:1/v2/abcdefghijklmnopqrstuvwxyz'] })
    expect(await chain.deploy()).toBe(false)
    expect(chain.text()).toMatch(/ethereum, through 127\.0\.0\.1:1, is not done/)
    await expect(chain.deploy({ configPath: '/nowhere/service.json' })).rejects.toThrow(
      'There is no config at /nowhere/service.json',
    )
  })
})

describe('secrets', () => {
  it('are not printed: neither the key of the payer nor that in the address of a node', async () => {
    chain = await startFreshChain()
    await chain.writeChain({ rpcUrls: [`${chain.rpcUrl}/v2/abcdefghijklmnopqrstuvwxyz`] })
    await chain.deploy()
    await chain.deploy({ payer: { key: PAUPER.privateKey } })
    expect(chain.text()).not.toMatch(/abcdefghijklmnop/)
    expect(chain.text()).not.toContain(PAYER.privateKey.slice(2))
  })
})

/** A successful receipt that no chain has given. */
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

/** Runs the real command and kills it without warning once it has got this far. */
async function killOnce(isTime: (seen: { output: string }) => boolean | Promise<boolean>): Promise<void> {
  const [node, ...flags] = IMAGE_NODE
  const args = [...flags, 'contracts/deploy/main.ts', '--send', '--treasury', TREASURY]
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
