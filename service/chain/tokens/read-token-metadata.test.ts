import { encodeAbiParameters, type Hex, stringToHex, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeText, readTokenMetadata } from './read-token-metadata.ts'

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const token = '0x00000000000000000000000000000000000000a1' as const
const selectors = ['symbol()', 'name()', 'decimals()'].map((name) => toFunctionSelector(name))
const read = (...answers: (Hex | undefined)[]) =>
  readTokenMetadata([token], async (calls) => calls.map(({ data }) => answers[selectors.indexOf(data)]))

describe('token metadata', () => {
  it('is read from strings and from bytes32', async () => {
    const found = { address: '0x00000000000000000000000000000000000000A1', decimals: 18 }
    expect(await read(text('DAI'), text('Dai'), number(18n))).toMatchObject([
      { ...found, symbol: 'DAI', name: 'Dai' },
    ])
    const bytes32 = stringToHex('MKR', { size: 32 })
    expect(await read(bytes32, bytes32, number(18n))).toMatchObject([{ symbol: 'MKR', name: 'MKR' }])
  })

  it('uses the symbol without a name', async () => {
    expect(await read(text('X'), undefined, number(0n))).toMatchObject([{ name: 'X', decimals: 0 }])
  })

  it('is rejected without a symbol or without valid decimals', async () => {
    expect(await read(undefined, text('Nameless'), number(18n))).toEqual([undefined])
    expect(await read(text('\u202e'), text('Hidden'), number(18n))).toEqual([undefined])
    expect(await read(text('BIG'), text('Big'), number(37n))).toEqual([undefined])
    expect(await read(text('BIG'), text('Big'), number(2n ** 255n))).toEqual([undefined])
    expect(await read(text('NONE'), text('None'), undefined)).toEqual([undefined])
  })

  it('is read beside a token that burns all gas', async () => {
    const burning = '0x00000000000000000000000000000000000000bb' as const
    const answers: (Hex | undefined)[] = [text('DAI'), text('Dai'), number(18n)]
    const found = await readTokenMetadata([burning, token], async (calls) => {
      if (calls.some(({ to }) => to === burning)) throw new Error('out of gas')
      return calls.map(({ data }) => answers[selectors.indexOf(data)])
    })
    expect(found.map((one) => one?.symbol)).toEqual([undefined, 'DAI'])
  })

  it('contains no invisible characters', async () => {
    const found = await read(text('US\u3164D\u2800C\u034f'), text(`Z${'\u0301'.repeat(300)}oll`), number(6n))
    expect(found).toMatchObject([{ symbol: 'USDC', name: '\u0179\u0301\u0301oll' }])
    expect(await read(text('\u3164\u2800'), text('Hidden'), number(18n))).toEqual([undefined])
  })

  it('handles responses with a false length', () => {
    expect(decodeText('0x12')).toBe('')
    expect(decodeText(`0x${'ff'.repeat(64)}`)).toBe('')
    expect(decodeText(`${number(32n)}${'ff'.repeat(32)}`)).toBe('')
    expect(decodeText(`${number(2n ** 200n)}${'00'.repeat(32)}`)).toBe('')
  })
})
