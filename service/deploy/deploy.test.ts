import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Address,
  createPublicClient,
  getAddress,
  getContractAddress,
  http,
  numberToHex,
  parseEther,
  parseGwei,
  recoverTransactionAddress,
  type TransactionSerializedLegacy,
  toFunctionSelector,
} from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { shippedInput } from '../../contracts/compile.ts'
import { readSettlement } from '../../contracts/testing/read-settlement.ts'
import { contractCode } from '../../devnet/testing/contract-code.ts'
import { GAS_PRICE_ORACLE, takeL1Fees, takeOperatorFee } from '../../devnet/testing/op-stack.ts'
import { CHAIN_NAMES } from '../../wire/lib/chain-names.ts'
import { contractDifferences } from '../chain/startup-checks/check-contracts.ts'
import { sourceDifferences } from '../chain/startup-checks/check-sources.ts'
import { parseServiceConfig } from '../config/load-config.ts'
import { PRESETS } from '../presets/presets.ts'
import { makeAddress } from '../testing/literal-chain.ts'
import { CREATE2_DEPLOYER, PRESIGNED_TRANSACTION, PRESIGNER } from './create2-deployer.ts'
import { getDeployment } from './deployment.ts'
import { type FreshChain, PAYER, startFreshChain, TREASURY, undeployed } from './testing/fresh-chain.ts'

let chain: FreshChain
afterEach(() => chain?.stop())

describe('the presigned transaction', () => {
  it('is signed by the account whose first contract is the deployer', async () => {
    const signer = await recoverTransactionAddress({
      serializedTransaction: PRESIGNED_TRANSACTION as TransactionSerializedLegacy,
    })
    expect(signer).toBe(PRESIGNER)
    expect(getContractAddress({ from: signer, nonce: 0n })).toBe(CREATE2_DEPLOYER)
  })
})

it('gives each preset its own settlement address, because chains differ in wrapped coin or sources', () => {
  const known = Object.values(PRESETS).filter(({ sources }) => sources)
  const settlements = known.map((preset) => {
    const undeployedChain = { ...undeployed(preset.name, preset.id), ...preset }
    return getDeployment(undeployedChain, TREASURY).settlement
  })
  expect(new Set(settlements).size).toBe(known.length)
  expect(known.length).toBeGreaterThan(14)
})

describe('a fresh chain', () => {
  const addresses = new Set<unknown>()

  it.each(Object.entries(CHAIN_NAMES))(
    'with the id of %s gets the settlement at the same address, and the service accepts its config',
    async (name, { id }) => {
      chain = await startFreshChain(undeployed(name, id))
      expect(await chain.deploy(), chain.text()).toBe(true)
      const written = await chain.readConfig()
      addresses.add(written.chains[0]?.settlement)
      expect(addresses.size).toBe(1)
      const [config] = parseServiceConfig(written, { source: 'test' }).chains
      expect(config).toMatchObject({ name, id, treasury: TREASURY })
      expect(await sourceDifferences(config!, readAt(chain))).toEqual([])
      const ours = (await contractDifferences(config!, clientOf(chain), readAt(chain))).filter(
        (line) => !/^(?:multicall3|tickLens|referenceStable):/.test(line),
      )
      expect(ours).toEqual([])
    },
  )

  it.each(Object.values(PRESETS).filter(({ sources }) => sources))(
    'gets the sources of its preset if the config names only $name',
    async ({ name, id, sources, blockSeconds = 2 }) => {
      const preset = { ...undeployed(name, id), ...PRESETS[name], rpcUrls: [] }
      chain = await startFreshChain(preset)
      await chain.writeChain({ blockSeconds }, { name })
      expect(await chain.deploy(), chain.text()).toBe(true)
      const written = await chain.readConfig()
      expect(written.chains[0]?.sources).toEqual(sources?.map(({ module }) => module))
      const [config] = parseServiceConfig(written, { source: 'test', presets: PRESETS }).chains
      expect(config?.sources).toEqual(sources)
      expect(chain.text()).toMatch(/without {6}.*\bSolidly \(.*: to add them, extend/)
      expect(await sourceDifferences(config!, readAt(chain))).toEqual([])
    },
  )

  it('is planned from the example config with a treasury, even if other chains of the config are incomplete', async () => {
    const { name, id } = PRESETS.ethereum
    chain = await startFreshChain({ ...undeployed(name, id), ...PRESETS[name], rpcUrls: [] })
    const example = new URL('../../config.example.json', import.meta.url)
    const config = JSON.parse(await readFile(example, 'utf8'))
    const options = { nodes: { SLUICE_RPC_ETHEREUM: chain.rpcUrl }, treasury: undefined, send: false }
    await writeFile(chain.configPath, JSON.stringify(config))
    await expect(chain.deploy(options)).rejects.toThrow(
      /^\S+ cannot be used:\n {2}chains\[0\]\.treasury: .*$/,
    )
    config.chains[0].treasury = TREASURY
    await writeFile(chain.configPath, JSON.stringify(config))
    expect(await chain.deploy(options), chain.text()).toBe(true)
    expect(chain.text()).toContain(`treasury     ${TREASURY}`)

    config.chains.unshift({ name: 'base' })
    await writeFile(chain.configPath, JSON.stringify(config))
    await expect(chain.deploy(options)).rejects.toThrow(/chains\[0\]\.rpcUrls: is missing/)
    expect(await chain.deploy({ ...options, chains: ['ethereum'] }), chain.text()).toBe(true)
    await expect(chain.deploy({ ...options, chains: ['gnosis'] })).rejects.toThrow(
      'The config has no chain gnosis.',
    )
  })

  it('is not changed without --send, which reports addresses and cost', async () => {
    chain = await startFreshChain()
    const before = await chain.readConfig()
    expect(await chain.deploy({ send: false })).toBe(true)
    expect(await chain.client.getTransactionCount({ address: PAYER.address })).toBe(0)
    expect(await chain.readConfig()).toEqual(before)
    expect(await readdir(chain.folder)).toEqual(['service.json'])
    expect(chain.text()).toMatch(/settlement {3}0x[0-9a-fA-F]{40} to deploy/)
    expect(chain.text()).toMatch(/cost {9}at most 0\.0\d+ ETH \([67]\d{6} gas at \d/)
    expect(chain.text()).toContain('0 uniswap-v2, 1 uniswap-v3, 2 pancakeswap-v3')
    expect(chain.text()).toContain(`treasury     ${TREASURY}, no contract on this chain; immutable`)
    expect(chain.text()).toMatch(/Nothing was sent\. Add --send/)
    expect(chain.text()).toContain('unaudited software')
  })

  it('costs no more than the dry run reported', async () => {
    chain = await startFreshChain()
    await chain.deploy({ send: false })
    const told = BigInt(/cost .* \((\d+) gas/.exec(chain.text())?.[1] ?? 0)
    await chain.deploy()
    const { gasUsed } = await chain.client.getBlock()
    expect(gasUsed).toBeLessThanOrEqual(told)
    expect(gasUsed * 2n).toBeGreaterThan(told)
  })

  it('includes the data fee of a rollup in its cost', async () => {
    const l1FeeOracle = makeAddress(0xc1)
    chain = await startFreshChain({ ...undeployed('base', 8453), l1FeeOracle })
    // An oracle before Isthmus, or of Scroll: no operator fee.
    const getL1Fee = {
      [toFunctionSelector('getL1Fee(bytes)')]: { returns: numberToHex(parseEther('0.5'), { size: 32 }) },
    }
    await chain.client.setCode({ address: l1FeeOracle, bytecode: contractCode(getL1Fee) })
    await chain.client.setBalance({ address: PAYER.address, value: parseEther('0.5') })
    expect(await chain.deploy({ send: false })).toBe(false)
    expect(chain.text()).toMatch(
      /at most 0\.7[56]\d+ ETH \(.*, and 0\.75 ETH for data on Ethereum and the operator\)/,
    )
    expect(chain.text()).toMatch(/The balance of 0x\w+ is too low/)
    await chain.client.setCode({ address: l1FeeOracle, bytecode: '0x' })
    expect(await chain.deploy({ send: false })).toBe(true)
    expect(chain.text()).toContain(', and an unknown fee for data on Ethereum and the operator)')
  })

  it('includes the operator fee of a rollup in its cost', async () => {
    chain = await startFreshChain({ ...undeployed('base', 8453), l1FeeOracle: GAS_PRICE_ORACLE })
    await takeL1Fees(chain.client, { baseFee: 0n, blobBaseFee: 0n })
    await takeOperatorFee(chain.client, { scalar: 1_000_000_000n, constant: 7n })
    expect(await chain.deploy({ send: false })).toBe(true)
    const [, cost = '', gas = '', price = '', fee = ''] =
      /at most (\S+) ETH \((\d+) gas at (\S+) gwei, and (\S+) ETH/.exec(chain.text()) ?? []
    expect(parseEther(fee)).toBe(100_000_000_000n * BigInt(gas) + 7n)
    expect(parseEther(cost)).toBe(BigInt(gas) * parseGwei(price) + parseEther(fee))
  })

  it('gets the CREATE2 deployer first by its presigned transaction', async () => {
    chain = await startFreshChain()
    await chain.client.setCode({ address: CREATE2_DEPLOYER, bytecode: '0x' })
    await chain.deploy({ send: false })
    expect(chain.text()).toMatch(/deployer {5}0x4e59\w+ to deploy/)
    expect(await chain.deploy(), chain.text()).toBe(true)
    expect(await chain.client.getTransactionCount({ address: PRESIGNER })).toBe(1)
  })

  it('is paid by an account of the node if no key is given', async () => {
    chain = await startFreshChain()
    expect(await chain.deploy({ payer: { unlocked: PAYER.address } }), chain.text()).toBe(true)
    expect(await chain.client.getTransactionCount({ address: PAYER.address })).toBe(1)
  })
})

describe('a chain with a deployment', () => {
  it('is verified without a transaction, and a lost config is written again', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    const written = await chain.readConfig()
    await chain.writeChain()
    expect(await chain.deploy({ payer: undefined })).toBe(true)
    expect(await chain.client.getTransactionCount({ address: PAYER.address })).toBe(1)
    expect(await chain.readConfig()).toEqual(written)
    expect(chain.text()).toContain(`settlement   ${written.chains[0]?.settlement} deployed`)
  })

  it('rejects another treasury while the config names the settlement', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    expect(await chain.deploy({ treasury: PAYER.address })).toBe(false)
    expect(chain.text()).toMatch(
      /The config names the settlement 0x\w+, but its sources, contracts and treasury determine 0x/,
    )
    expect(await chain.client.getTransactionCount({ address: PAYER.address })).toBe(1)
  })
})

describe('the files for block explorers', () => {
  // The code is compared with the sources in artifacts.test.ts, because compiling takes half a
  // minute.
  it('are the compiler’s input of the deployed contracts', async () => {
    chain = await startFreshChain()
    await chain.deploy()
    const folder = join(chain.folder, 'deployments', 'ethereum')
    const input = JSON.parse(await readFile(join(folder, 'standard-input.json'), 'utf8'))
    const about = JSON.parse(await readFile(join(folder, 'deployment.json'), 'utf8'))
    expect(input).toEqual(shippedInput())
    expect(about.settlement.contract).toBe('src/Settlement.sol:Settlement')
    const { input: sent } = await creation(chain)
    expect(sent).toContain(readSettlement().bytecode.slice(2))
    expect(sent.endsWith(about.settlement.constructorArguments.slice(2))).toBe(true)
    expect(about.compiler).toMatch(/^v\d+\.\d+\.\d+\+commit\.[0-9a-f]{8}$/)
    expect(about.executor.contract).toBe('src/Executor.sol:Executor')
    await access(join(folder, 'deployment.json'))
  })
})

async function creation({ client }: FreshChain) {
  const block = await client.getBlock({ includeTransactions: true })
  const [transaction] = block.transactions
  if (!transaction) throw new Error('No transaction was sent')
  return transaction
}

function clientOf({ rpcUrl }: FreshChain) {
  return createPublicClient({ transport: http(rpcUrl) })
}

function readAt(fresh: FreshChain) {
  return (calls: readonly { to: Address; data: `0x${string}` }[]) =>
    Promise.all(
      calls.map(async ({ to, data }) => (await clientOf(fresh).call({ to: getAddress(to), data })).data),
    )
}
