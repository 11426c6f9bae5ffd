import { type Abi, type Address, type Hex, parseAbi } from 'viem'
import { loadArtifacts } from '../../bytecode/artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'

/** Dystopia's fee of all pairs. */
export const SOLIDLY_FEE_BPS = 5

const pairAbi = parseAbi([
  'function mint(address) returns (uint256)',
  'function sync()',
  'function getAmountOut(uint256, address) view returns (uint256)',
])
const feeFactoryAbi = parseAbi([
  'function createPool(address, address, bool) returns (address)',
  'function codeHash() view returns (bytes32)',
  'function setFee(bool, uint256)',
  'function setCustomFee(address, uint256)',
  'function setPauseState(bool)',
])

interface Ground {
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

interface Filling {
  isStable: boolean
  /** Amounts of the two tokens, in their order. */
  amounts: readonly [bigint, bigint]
}

/** Deploys Dystopia, the published fork of Solidly, without pairs. */
export async function deploySolidly(chain: TestChain, { mint, deploy }: Ground) {
  const { client, write, accounts } = chain
  const { dystopia } = loadArtifacts()
  const { abi } = dystopia
  const factory = await chain.deploy(dystopia, [accounts.stranger])
  const read = async <Result>(address: Address, of: Abi, functionName: string, args: unknown[] = []) =>
    (await client.readContract({ address, abi: of, functionName, args })) as Result
  const initCodeHash = await read<Hex>(factory, abi, 'pairCodeHash')

  async function fill(pair: Address, tokens: readonly [Address, Address], { amounts }: Filling) {
    await mint(tokens[0], pair, amounts[0])
    await mint(tokens[1], pair, amounts[1])
  }

  async function addSolidlyPair(tokens: readonly [Address, Address], filling: Filling): Promise<Address> {
    await write(factory, abi, 'createPair', [...tokens, filling.isStable])
    const pair = await read<Address>(factory, abi, 'getPair', [...tokens, filling.isStable])
    await fill(pair, tokens, filling)
    await write(pair, pairAbi, 'mint', [accounts.deployer])
    return pair
  }

  /** A factory whose fees change, and one of its pairs. */
  async function addFeePair(tokens: readonly [Address, Address], filling: Filling) {
    const fees = await deploy('FeeFactory')
    const args = [...tokens, filling.isStable] as const
    const call = { address: fees, abi: feeFactoryAbi, functionName: 'createPool', args } as const
    const { result: pair } = await client.simulateContract(call)
    await write(fees, feeFactoryAbi, 'createPool', [...args])
    await fill(pair, tokens, filling)
    await write(pair, pairAbi, 'sync', [])
    const change = (functionName: 'setFee' | 'setCustomFee' | 'setPauseState', ...parameters: unknown[]) =>
      write(fees, feeFactoryAbi, functionName, parameters)
    const codeHash = await read<Hex>(fees, feeFactoryAbi, 'codeHash')
    return { pair, change, source: { kind: 9, factory: fees, initCodeHash: codeHash, feeBps: 0 } }
  }

  /** A pair's own quote. */
  const askSolidly = (pair: Address, tokenIn: Address, amountIn: bigint) =>
    read<bigint>(pair, pairAbi, 'getAmountOut', [amountIn, tokenIn])

  const source = { kind: 9, factory, initCodeHash, feeBps: SOLIDLY_FEE_BPS }
  return { source, addSolidlyPair, addFeePair, askSolidly, solidlyFactory: { address: factory, abi } }
}
