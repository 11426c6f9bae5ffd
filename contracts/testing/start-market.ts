import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  type Abi,
  type Address,
  createTestClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { type Anvil, startAnvil } from '../../devnet/anvil.ts'
import { settlementAbi } from '../../src/abi/settlement.ts'
import { type Artifact, compile } from '../compile.ts'
import { permit2Artifact, protocolArtifacts } from './protocol-artifacts.ts'

export const NATIVE: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const UNIT = parseEther('1')
export const V3_FEE = 3000
export const TREASURY: Address = '0x7ea5000000000000000000000000000000000001'

const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const RESERVE = parseEther('1000000')
/** Costs nothing on a test chain, and spares an estimate that a later block could make too small. */
const GAS = 12_000_000n
const RECEIPT_TRIES = 2_000
const RECEIPT_EVERY_MS = 5

const factoryAbi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function createPool(address, address, uint24) returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
])
const mintAbi = parseAbi(['function mint(address, uint256)', 'function mint(address) returns (uint256)'])

export type Market = Awaited<ReturnType<typeof startMarket>>

/** A chain of its own with the real protocols, odd tokens, deep pools and a settlement. */
export async function startMarket() {
  const genesisTimestamp = Math.floor(Date.now() / 1_000)
  const anvil = await startAnvil({ chainId: foundry.id, port: 0, genesisTimestamp, accounts: 5 })
  try {
    return await build(anvil)
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function build(anvil: Anvil) {
  const contracts = await compile('test', false)
  contracts.set('Settlement', readSettlement())
  const client = createTestClient({
    chain: foundry,
    mode: 'anvil',
    transport: http(anvil.rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
  const signer = (index: number) =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })
  const [deployer, trader, receiver, partner, stranger] = [0, 1, 2, 3, 4].map((i) => signer(i).address) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ]

  // viem waits for a further block when it asks too early, and here none comes by itself.
  async function receiptOf(hash: Hex) {
    for (let i = 0; i < RECEIPT_TRIES; i += 1) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt) return receipt
      await setTimeout(RECEIPT_EVERY_MS)
    }
    throw new Error(`Transaction ${hash} was not mined.`)
  }

  async function mined(sent: Promise<Hex>) {
    const receipt = await receiptOf(await sent)
    if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} reverted.`)
    return receipt
  }

  /** Sends whatever the outcome would be; rejects when it reverts. */
  const write = (to: Address, abi: Abi, functionName: string, args: unknown[], options: WriteOptions = {}) =>
    mined(
      client.writeContract({
        address: to,
        abi,
        functionName,
        args,
        account: options.from ?? deployer,
        value: options.value ?? 0n,
        gas: options.gas ?? GAS,
        chain: foundry,
      }),
    )

  async function deployArtifact(artifact: Artifact | undefined, args: unknown[] = []): Promise<Address> {
    if (!artifact) throw new Error('No such contract.')
    const { abi, bytecode } = artifact
    const { contractAddress } = await mined(
      client.deployContract({ abi, bytecode, args, account: deployer, gas: GAS, chain: foundry }),
    )
    if (!contractAddress) throw new Error('Nothing was deployed.')
    return getAddress(contractAddress)
  }
  const deploy = (name: string, args?: unknown[]) => deployArtifact(contracts.get(name), args)
  const abiOf = (name: string): Abi => contracts.get(name)?.abi ?? []

  await client.setAutomine(true)
  await client.setBalance({ address: deployer, value: parseEther('100000000') })
  const weth = await deployArtifact(protocolArtifacts.weth)
  const v2Factory = await deployArtifact(protocolArtifacts.v2Factory, [zeroAddress])
  const v2Fork = await deployArtifact(protocolArtifacts.v2Factory, [zeroAddress])
  const v3Factory = await deployArtifact(protocolArtifacts.v3Factory)
  const quoter = await deployArtifact(protocolArtifacts.quoter, [v3Factory, weth])
  await mined(
    client.sendTransaction({
      account: deployer,
      to: CREATE2_DEPLOYER,
      data: `${permit2Artifact.salt}${permit2Artifact.bytecode.slice(2)}`,
      gas: GAS,
      chain: foundry,
    }),
  )
  const permit2 = permit2Artifact.address

  const pairHash = keccak256(protocolArtifacts.v2Pair.bytecode)
  const sources = [
    { kind: 0, factory: v2Factory, initCodeHash: pairHash, feeBps: 30 },
    { kind: 0, factory: v2Fork, initCodeHash: pairHash, feeBps: 30 },
    { kind: 1, factory: v3Factory, initCodeHash: keccak256(protocolArtifacts.v3Pool.bytecode), feeBps: 0 },
  ]
  const settlement = await deploy('Settlement', [weth, permit2, TREASURY, sources])
  const executor = await client.readContract({
    address: settlement,
    abi: settlementAbi,
    functionName: 'executor',
  })

  const tokens = {
    a: await deploy('PlainToken'),
    b: await deploy('PlainToken'),
    c: await deploy('PlainToken'),
    usdt: await deploy('UsdtLikeToken'),
    taxed: await deploy('TaxedToken'),
    hooked: await deploy('HookedToken'),
    hostile: await deploy('HostileToken'),
    weth,
  }

  async function mint(token: Address, to: Address, amount: bigint) {
    if (token === weth) {
      await write(weth, protocolArtifacts.weth.abi, 'deposit', [], { value: amount })
      await write(weth, erc20Abi, 'transfer', [to, amount])
    } else {
      await write(token, mintAbi, 'mint', [to, amount])
    }
  }

  async function addV2Pair(
    tokenA: Address,
    tokenB: Address,
    amounts = [RESERVE, RESERVE],
    factory = v2Factory,
  ) {
    await write(factory, factoryAbi, 'createPair', [tokenA, tokenB])
    const pair = await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPair',
      args: [tokenA, tokenB],
    })
    await mint(tokenA, pair, amounts[0] ?? RESERVE)
    await mint(tokenB, pair, amounts[1] ?? RESERVE)
    await write(pair, mintAbi, 'mint', [deployer])
    return pair
  }

  const liquidity = await deploy('Liquidity')
  async function addV3Pool(tokenA: Address, tokenB: Address, fee = V3_FEE) {
    await write(v3Factory, factoryAbi, 'createPool', [tokenA, tokenB, fee])
    const pool = await client.readContract({
      address: v3Factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args: [tokenA, tokenB, fee],
    })
    await write(pool, parseAbi(['function initialize(uint160)']), 'initialize', [2n ** 96n])
    await mint(tokenA, liquidity, RESERVE)
    await mint(tokenB, liquidity, RESERVE)
    await write(liquidity, abiOf('Liquidity'), 'mint', [pool, -12_000, 12_000, RESERVE])
    return pool
  }

  const pairs = {
    ab: await addV2Pair(tokens.a, tokens.b),
    abFork: await addV2Pair(tokens.a, tokens.b, [RESERVE, RESERVE], v2Fork),
    bc: await addV2Pair(tokens.b, tokens.c),
    aWeth: await addV2Pair(tokens.a, weth),
    aUsdt: await addV2Pair(tokens.a, tokens.usdt),
    aTaxed: await addV2Pair(tokens.a, tokens.taxed),
    aHooked: await addV2Pair(tokens.a, tokens.hooked),
    aHostile: await addV2Pair(tokens.a, tokens.hostile),
  }
  const pools = {
    ab: await addV3Pool(tokens.a, tokens.b),
    bc: await addV3Pool(tokens.b, tokens.c),
    aWeth: await addV3Pool(tokens.a, weth),
    aHostile: await addV3Pool(tokens.a, tokens.hostile),
  }

  const balanceOf = (token: Address, holder: Address): Promise<bigint> =>
    token === NATIVE
      ? client.getBalance({ address: holder })
      : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })

  function fill(trade: TradeInput) {
    return {
      minOutputAmount: 1n,
      outputReceiver: receiver,
      partner: zeroAddress,
      partnerFeeBps: 0n,
      settlementFee: 0n,
      surplusThreshold: 2n ** 256n - 1n,
      deadline: 2n ** 40n,
      ...trade,
    }
  }

  /** Sends a swap; rejects with the contract's own error when it reverts. */
  async function swap(input: TradeInput, route: Hex, options: SwapOptions = {}) {
    const trade = fill(input)
    const call = {
      address: settlement,
      abi: settlementAbi,
      functionName: 'swap',
      args: [trade, route, options.permit ?? '0x'],
      account: options.from ?? trader,
      value: options.value ?? (trade.inputToken === NATIVE ? trade.inputAmount : 0n),
      gas: options.gas ?? GAS,
      chain: foundry,
    } as const
    await client.simulateContract(call)
    const receipt = await mined(client.writeContract(call))
    const events = await client.getContractEvents({
      address: settlement,
      abi: settlementAbi,
      eventName: 'Swapped',
      blockHash: receipt.blockHash,
    })
    const told = events[0]?.args as SwappedEvent
    return { ...told, gasUsed: receipt.gasUsed }
  }

  async function approve(token: Address, spender: Address, amount: bigint, from: Address = trader) {
    await write(token, erc20Abi, 'approve', [spender, amount], { from })
  }

  /** Gives the trader an input and approves it to the settlement. */
  async function fund(token: Address, amount: bigint) {
    await mint(token, trader, amount)
    await approve(token, settlement, amount)
  }

  /** What a swap through one V3 pool gives, by the protocol's own quoter. */
  async function quoteV3(tokenIn: Address, tokenOut: Address, amountIn: bigint, fee = V3_FEE) {
    const { result } = await client.simulateContract({
      address: quoter,
      abi: protocolArtifacts.quoter.abi,
      functionName: 'quoteExactInputSingle',
      args: [{ tokenIn, tokenOut, amountIn, fee, sqrtPriceLimitX96: 0n }],
    })
    return (result as [bigint])[0]
  }

  /** Every balance that the settlement and its executor hold and should not. */
  async function heldByContracts() {
    const held: string[] = []
    for (const [name, token] of Object.entries({ ...tokens, native: NATIVE })) {
      for (const holder of [settlement, executor]) {
        const amount = await balanceOf(token, holder)
        if (amount !== 0n)
          held.push(`${holder === settlement ? 'settlement' : 'executor'}: ${amount} ${name}`)
      }
    }
    return held
  }

  return {
    client,
    stop: anvil.stop,
    accounts: { deployer, trader, receiver, partner, stranger },
    signer,
    weth,
    permit2,
    settlement,
    executor,
    sources,
    tokens,
    pairs,
    pools,
    abiOf,
    deploy,
    write,
    mint,
    approve,
    fund,
    fill,
    swap,
    quoteV3,
    balanceOf,
    heldByContracts,
    addV2Pair,
  }
}

/** What a constant-product pair gives for an input. */
export function quoteV2(amountIn: bigint, reserveIn = RESERVE, reserveOut = RESERVE): bigint {
  const sold = amountIn * 9970n
  return (sold * reserveOut) / (reserveIn * 10_000n + sold)
}

/** As committed: another test proves that it is what the sources compile to. */
function readSettlement(): Artifact {
  return JSON.parse(readFileSync(new URL('../out/Settlement.json', import.meta.url), 'utf8'))
}

interface WriteOptions {
  from?: Address
  value?: bigint
  gas?: bigint
}

interface SwapOptions extends WriteOptions {
  permit?: Hex
}

interface TradeInput {
  inputToken: Address
  outputToken: Address
  inputAmount: bigint
  minOutputAmount?: bigint
  outputReceiver?: Address
  partner?: Address
  partnerFeeBps?: bigint
  settlementFee?: bigint
  surplusThreshold?: bigint
  deadline?: bigint
}

interface SwappedEvent {
  sender: Address
  outputReceiver: Address
  inputToken: Address
  outputToken: Address
  inputSpent: bigint
  outputReceived: bigint
  partnerPaid: bigint
  treasuryPaid: bigint
}
