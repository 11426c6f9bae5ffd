import list from '@uniswap/default-token-list' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { createLookAlikes, lookKeys } from './look-alike.ts'

function areAlike(a: string, b: string): boolean {
  return lookKeys(a).some((key) => lookKeys(b).includes(key))
}

function toLetters(symbol: string): string {
  return symbol.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

describe('two symbols', () => {
  it.each([
    ['Cyrillic', 'USDТ', 'USDT'],
    ['only Cyrillic letters', 'ЕТН', 'ETH'],
    ['small Cyrillic', 'wвтс', 'WBTC'],
    ['Greek', 'ΤΕΤΗ', 'TETH'],
    ['a Greek capital', 'ΞTH', 'ETH'],
    ['fullwidth', 'ＵＳＤＣ', 'USDC'],
    ['mathematical bold', '𝐔𝐒𝐃𝐂', 'USDC'],
    ['mathematical script', '𝓦𝓔𝓣𝓗', 'WETH'],
    ['circled', 'ⓊⓈⒹⒸ', 'USDC'],
    ['squared', '🅄🅂🄳🄲', 'USDC'],
    ['Cherokee', 'ᎠᎪᎥ', 'DAI'],
    ['Lisu', 'ꓴꓢꓓꓚ', 'USDC'],
    ['small capitals', 'ᴅᴀɪ', 'DAI'],
    ['accents', 'ÚŚĎĆ', 'USDC'],
    ['struck letters', 'USĐŦ', 'USDT'],
    ['currency signs', 'USD₮', 'USDT'],
    ['a dollar sign as prefix', '$USDC', 'USDC'],
    ['a dollar sign inside', 'U$DC', 'USDC'],
    ['another case', 'usdc', 'USDC'],
    ['l for I', 'DAl', 'DAI'],
    ['I for l', 'SoIana', 'Solana'],
    ['1 for I', 'L1NK', 'LINK'],
    ['0 for O', 'C0MP', 'COMP'],
    ['5 for S', 'U5DC', 'USDC'],
    ['two V for W', 'VVETH', 'WETH'],
    ['signs around', '·USDC™.', 'USDC'],
    ['a picture', 'USDC🦄', 'USDC'],
    ['spaces', 'US DC', 'USDC'],
    ['another letter case', 'link', 'LINK'],
  ])('look alike with %s', (_, imitation, original) => {
    expect(areAlike(imitation, original)).toBe(true)
  })

  it.each([
    ['Coptic', 'ⲤⲞⲘⲢ ⲆⲀⲒ ⲦⲎ ⲈⲦⲎ', 'COMP AAI TH ETH'],
    ['small Coptic', 'ⲉⲧⲏ ⲱⲉⲧⲏ ⲟⲣ', 'ETH WETH OP'],
    ['Canadian syllabics', 'ᑌᔕᗪᑕ ᗪᗩI ᗯᗴTᕼ ᒪIᑎK', 'USDC DAI WETH LINK'],
    ['Cherokee', 'ᎳᎬᎢᎻ ᎬᎢᎻ ᏌᏚᎠᏟ ᏌᏚᎠᎢ', 'WETH ETH USDC USDT'],
    ['small Cherokee', 'ꮃꭼꭲꮋ ꭰꭺꭵ ꮜꮪꭰꮯ', 'WETH DAI USDC'],
    ['Lisu', 'ꓪꓰꓔꓧ ꓰꓔꓧ ꓓꓮꓲ ꓴꓢꓓꓔ', 'WETH ETH DAI USDT'],
    ['Deseret', 'U𐐠D𐐕 𐐄P', 'USDC OP'],
    ['Osage', 'D𐒰I 𐓎SDC 𐓂P', 'DAI USDC OP'],
    ['Greek', 'ΕΤΗ WΕΤΗ DΑΙ DAΙ ΧΡΙ υsdc WΣTH DΛI', 'ETH WETH DAI DAI XPI USDC WETH DAI'],
    ['mathematical Greek', '𝚬𝚻𝚮 𝗪𝝚𝝩𝝜 D𝚨𝚰', 'ETH WETH DAI'],
    ['a lunate sigma', 'USDϹ usdϲ', 'USDC USDC'],
    ['Cyrillic', 'ЕТН ѠЕТН DАІ USDС WВТС ЦSDС', 'ETH ѠETH DAI USDC WBTC USDC'],
    ['small Cyrillic', 'dаі uѕdс етн', 'DAI USDC ETH'],
    ['Armenian', 'ՍՏDC սsdc ՍՏDТ ՕP', 'USDC USDC USDT OP'],
    ['mathematical letters', '𝕌𝕊𝔻ℂ 𝔼𝕋ℍ 𝒟𝒜ℐ 𝚄𝚂𝙳𝚃 𝔚𝔈𝔗ℌ', 'USDC ETH DAI USDT WETH'],
    ['full-width letters', 'ＷＥＴＨ ｄａｉ ｌｉｎｋ', 'WETH DAI LINK'],
    ['letters in shapes', 'ⒺⓉⒽ ⓛⓘⓝⓚ 🅴🆃🅷 🅓🅐🅘 ⒟⒜⒤', 'ETH LINK ETH DAI DAI'],
    ['regional indicators', '🇪🇹🇭 🇺🇸🇩🇹', 'ETH USDT'],
    ['superscript and subscript', 'ᴱᵀᴴ ₑₜₕ ᴰᴬᴵ', 'ETH ETH DAI'],
    ['Chinese and katakana', '乇ㄒ卄 ㄩ丂ᗪ匚 ᗪ卂丨', 'ETH USDC DAI'],
    ['combining marks', 'E\u0301TH U\u0338S\u0338DC D\u20ddAI', 'ETH USDC DAI'],
    ['struck letters', 'ɆŦĦ ĐAƗ USDȻ', 'ETH DAI USDC'],
    ['zero width', 'U\u200bSDC DA\u200dI E\u2060TH \ufeffWETH', 'USDC DAI ETH WETH'],
    ['direction marks', '\u202eUSDC\u202c E\u061cTH \u2066DAI\u2069', 'USDC ETH DAI'],
    ['other ignorable marks', 'US\u00adDC E\u034fTH DAI\ufe0f US\u{e0041}DT', 'USDC ETH DAI USDT'],
    ['Hangul fillers', 'USD\u3164C E\u115fTH \u1160DAI USDT\uffa0', 'USDC ETH DAI USDT'],
    ['Roman and Arabic-Indic numerals', 'ⅮAⅠ USDⅭ', 'DAI USDC'],
    ['signs for letters', 'DA∣ D∆I ∪SDC US₫C ∑TH', 'DAI DAI USDC USDC ETH'],
    ['signs between letters', 'USDC△ ×ETH', 'USDC ETH'],
    ['circled digits', '❶INCH ➀INCH', '1INCH 1INCH'],
    ['pairs of letters', 'rnkr vveth VvETH', 'MKR WETH WETH'],
  ])('look alike with %s', (_, imitations, originals) => {
    const expected = originals.split(' ')
    const missed = imitations.split(' ').filter((imitation, at) => !areAlike(imitation, expected[at]!))
    expect(missed).toEqual([])
  })

  it.each([
    ['USDC', 'USDT'],
    ['USDC', 'USDC.e'],
    ['ETH', 'WETH'],
    ['ETH', 'stETH'],
    ['DAI', 'DAL'],
    ['BTC', 'BCH'],
    ['USDC', 'sUSDC'],
    ['中文', '日本'],
    ['DAI', 'DAO'],
    ['ETH', 'ETC'],
    ['USD0', 'USDC'],
    ['TORN', 'TON'],
    ['CRV', 'CVX'],
    ['Δ', 'USDC'],
    ['שקל', 'SHKL'],
    ['ريال', 'RIAL'],
    ['원', '円'],
  ])('do not look alike: %s and %s', (a, b) => {
    expect(areAlike(a, b)).toBe(false)
  })

  it('have no key without a readable character', () => {
    expect(lookKeys('🦄')).toEqual([])
    expect(lookKeys('')).toEqual([])
    expect(areAlike('🦄', '🚀')).toBe(false)
  })
})

describe('tokens of a large list', () => {
  const chainIds = [...new Set(list.tokens.map(({ chainId }) => chainId))]

  it.each(chainIds)('are marked on chain %i only for equal letters', (id) => {
    const tokens = list.tokens.filter(({ chainId }) => chainId === id)
    const imitated = createLookAlikes(tokens)
    const marked = tokens.flatMap((token) => {
      const original = imitated(token)
      return original && toLetters(original.symbol) !== toLetters(token.symbol)
        ? [[token.symbol, original.symbol]]
        : []
    })
    expect(marked).toEqual([])
  })
})

describe('look-alike token', () => {
  const USDT = { address: '0xAA', symbol: 'USDT' }
  const fake = { address: '0xbb', symbol: 'USDТ' }
  const fakeAgain = { address: '0xcc', symbol: 'USDT' }

  it('is reported for the token with the lower rank, and never for the original', () => {
    const imitated = createLookAlikes([USDT, fake, fakeAgain])
    expect(imitated(USDT)).toBeUndefined()
    expect(imitated({ ...USDT, address: '0xaa' })).toBeUndefined()
    expect(imitated(fake)).toBe(USDT)
    expect(imitated(fakeAgain)).toBe(USDT)
  })

  it('is reported for a token without a rank', () => {
    expect(createLookAlikes([USDT])({ address: '0xdd', symbol: 'USDT' })).toBe(USDT)
    expect(createLookAlikes([USDT])({ address: '0xdd', symbol: 'MOON' })).toBeUndefined()
    expect(createLookAlikes([])(fake)).toBeUndefined()
  })
})
