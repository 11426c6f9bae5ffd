import { type Address, encodeAbiParameters, encodePacked, type Hex, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { derivePool } from '../modules/core/create2.ts'
import { PRESETS } from './presets.ts'
import { publishedSpares } from './testing/dex-lib.ts'

const WETH = '0x4200000000000000000000000000000000000006'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OP_USDC = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const OP_USDC_BRIDGED = '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'
const OP_DAI = '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'
const WPOL = '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'
const POLYGON_USDC_BRIDGED = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'

const byFee = (first: Address, second: Address, fee: number) =>
  encodeAbiParameters(parseAbiParameters('address, address, uint24'), [first, second, fee])
const bySpacing = (first: Address, second: Address, spacing: number) =>
  encodeAbiParameters(parseAbiParameters('address, address, int24'), [first, second, spacing])
const byTokens = encodeAbiParameters(parseAbiParameters('address, address'), [WPOL, POLYGON_USDC_BRIDGED])
const packed = encodePacked(['address', 'address'], [WPOL, POLYGON_USDC_BRIDGED])

// Pools as listed in the code of projects that call them. No listed pool of Unichain was found.
it.each<[chain: 'base' | 'optimism' | 'polygon', module: string, salted: Hex, pool: Address]>([
  ['base', 'aerodrome-slipstream', bySpacing(WETH, USDC, 100), '0xb2cc224c1c9feE385f8ad6a55b4d94E92359DC59'],
  ['base', 'aerodrome-slipstream-2', bySpacing(WETH, USDC, 50), '0xc758d81B9b81A6FCDAd075bD471874A2c46B54e0'],
  ['base', 'aerodrome-slipstream-3', bySpacing(WETH, USDC, 50), '0x3FE04A59Ebd38cF06080a6F60a98D124eb59392A'],
  [
    'optimism',
    'velodrome-slipstream',
    bySpacing(OP_USDC, WETH, 100),
    '0x478946BcD4a5a22b316470F5486fAfb928C0bA25',
  ],
  // Older than the first block of the chain: no log announces these.
  ['optimism', 'uniswap-v3', byFee(WETH, OP_USDC_BRIDGED, 500), '0x85149247691df622eaF1a8Bd0CaFd40BC45154a9'],
  ['optimism', 'uniswap-v3', byFee(WETH, OP_DAI, 3_000), '0x03aF20bDAaFfB4cC0A521796a223f7D85e2aAc31'],
  ['polygon', 'quickswap-v3', byTokens, '0xAE81FAc689A1b4b1e06e7ef4a2ab4CD8aC0A087D'],
  ['polygon', 'quickswap-v2', packed, '0x6e7a5FAFcec6BB1e78bAE2A1F0B612012BF14827'],
])('derives a known pool on %s of %s', (chain, module, salted, pool) => {
  const source = PRESETS[chain].sources?.find((one) => one.module === module)
  if (!source || !('initCodeHash' in source)) throw new Error(`${module} has no hash`)
  const maker = 'deployer' in source && source.deployer ? source.deployer : source.factory
  expect(derivePool(maker, source.initCodeHash, salted)).toBe(pool.toLowerCase())
})

it.each<[name: string, first: Address, second: Address, pool: Address]>([
  ['Aerodrome', WETH, USDC, '0xcDAC0d6c6C59727a65F871236188350531885C43'],
  ['Velodrome V2', WETH, OP_USDC_BRIDGED, '0x0493Bf8b6DBB159Ce2Db2E0E8403E753Abd1235b'],
])('derives a known pair of %s from the documented row', (name, first, second, pool) => {
  const [, , , factory, hash] = publishedSpares().find((row) => row[2] === name) ?? []
  const salted = encodePacked(['address', 'address', 'bool'], [first, second, false])
  expect(derivePool(factory as Address, hash as Hex, salted)).toBe(pool.toLowerCase())
})
