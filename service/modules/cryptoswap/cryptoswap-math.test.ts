import { describe, expect, it } from 'vitest'
import { CODES } from './crypto-code.ts'
import { createCryptoswap } from './cryptoswap-math.ts'
import type { CryptoswapState } from './cryptoswap-state.ts'

type Indexes = readonly [number, number]

/**
 * Results of Curve's own code, compiled and run separately: the sold amount, the results of
 * `get_dy` and `exchange` (undefined: reverted), and of `get_dx` for an output.
 */
const POOLS: readonly {
  name: string
  code: (typeof CODES)['v2.0.0'][2 | 3] | (typeof CODES)['v2.1.0'][2]
  precisions: readonly bigint[]
  state: CryptoswapState
  sales: readonly (readonly [Indexes, bigint, bigint | undefined, bigint | undefined])[]
  guesses: readonly (readonly [Indexes, bigint, bigint])[]
}[] = [
  {
    name: 'two coins',
    code: CODES['v2.0.0'][2],
    precisions: [1_000_000_000_000n, 10_000_000_000n],
    state: {
      balances: [6_120_125_460_000n, 9_507_003_714n],
      priceScale: [1_000_000_000_000_000_000n, 60_000_000_000_000_000_000_000n],
      amplification: 400_000n,
      gamma: 145_000_000_000_000n,
      invariant: 11_820_343_285_791_512_901_345_312n,
      isRamping: false,
      ...{ midFee: 26_000_000n, outFee: 45_000_000n, feeGamma: 230_000_000_000_000n },
      supply: 24_127_149_917_403_448_380_452n,
      virtualPrice: 1_000_042_474_067_678_630n,
      profit: 1_000_042_474_067_678_630n,
      allowedProfit: 2_000_000_000_000n,
      isSteady: false,
    },
    sales: [
      [[0, 1], 1n, 0n, 0n],
      [[0, 1], 6_120_107n, 9_631n, 9_631n],
      [[0, 1], 874_303_637_142n, 1_196_106_392n, 1_196_106_392n],
      [[0, 1], 55_081_129_140_000n, 8_531_555_787n, 8_531_555_787n],
      [[0, 1], 2_448_050_184_000_000n, undefined, undefined],
      [[1, 0], 1n, 630n, 630n],
      [[1, 0], 9_506n, 5_989_976n, 5_989_976n],
      [[1, 0], 1_358_143_387n, 766_190_100_069n, 766_190_100_069n],
      [[1, 0], 85_563_033_426n, 5_491_921_303_447n, 5_491_921_303_447n],
      [[1, 0], 3_802_801_485_600n, undefined, undefined],
    ],
    guesses: [
      [[0, 1], 864_273_206n, 606_972_807_520n],
      [[1, 0], 556_375_042_205n, 951_289_387n],
    ],
  },
  {
    name: 'two coins while their amplification moves, of the later code',
    code: CODES['v2.1.0'][2],
    precisions: [1n, 1_000_000_000_000n],
    state: {
      balances: [1_020_000_000_000_000_000_000_007n, 1_480_044_781_955n],
      priceScale: [1_000_000_000_000_000_000n, 1_000_000_000_000_000_000n],
      amplification: 25_000_300n,
      gamma: 50_000_000_000_000_000n,
      invariant: 2_499_922_178_182_312_339_986_771n,
      isRamping: true,
      ...{ midFee: 26_000_000n, outFee: 45_000_000n, feeGamma: 230_000_000_000_000n },
      supply: 1_249_916_154_113_159_895_444_064n,
      virtualPrice: 1_000_035_950_393_831_142n,
      profit: 1_000_035_950_393_831_142n,
      allowedProfit: 2_000_000_000_000n,
      isSteady: false,
    },
    sales: [
      [[0, 1], 1n, 0n, 0n],
      [[0, 1], 1_019_996_940_009_179_972n, 1_017_014n, 1_017_014n],
      [[0, 1], 145_714_285_714_285_714_285_715n, 145_164_257_883n, 145_164_257_883n],
      [[0, 1], 9_180_000_000_000_000_000_000_063n, undefined, undefined],
      [[0, 1], 408_000_000_000_000_000_000_002_800n, undefined, undefined],
      [[1, 0], 1n, 993_952_702_583n, 993_952_702_583n],
      [[1, 0], 1_480_040n, 1_471_088_880_646_085_750n, 1_471_088_880_646_085_750n],
      [[1, 0], 211_434_968_850n, 208_912_534_475_115_276_978_882n, 208_912_534_475_115_276_978_882n],
      [[1, 0], 13_320_403_037_595n, undefined, undefined],
      [[1, 0], 592_017_912_782_000n, undefined, undefined],
    ],
    guesses: [
      [[0, 1], 134_549_526_347n, 135_056_864_782_500_724_073_015n],
      [[1, 0], 92_727_272_727_272_727_273_577n, 93_435_558_077n],
    ],
  },
  {
    name: 'three coins',
    code: CODES['v2.0.0'][3],
    precisions: [1_000_000_000_000n, 10_000_000_000n, 1n],
    state: {
      balances: [6_120_000_000_001n, 10_196_610_558n, 1_900_000_000_000_000_000_000n],
      priceScale: [
        1_000_000_000_000_000_000n,
        60_000_000_000_000_000_000_000n,
        3_000_000_000_000_000_000_000n,
      ],
      amplification: 2_700_000n,
      gamma: 1_300_000_000_000n,
      invariant: 17_928_390_073_681_972_050_659_605n,
      isRamping: false,
      ...{ midFee: 3_000_000n, outFee: 30_000_000n, feeGamma: 500_000_000_000_000n },
      supply: 10_584_142_023_438_746_753_225n,
      virtualPrice: 1_000_015_836_126_253_740n,
      profit: 1_000_015_836_126_253_740n,
      allowedProfit: 2_000_000_000_000n,
      isSteady: false,
    },
    sales: [
      [[0, 1], 1n, 0n, 0n],
      [[0, 1], 6_119_981n, 10_172n, 10_172n],
      [[0, 1], 874_285_714_285n, 1_271_567_826n, 1_271_567_826n],
      [[0, 1], 55_080_000_000_009n, 9_150_466_018n, 9_150_466_018n],
      [[0, 1], 2_448_000_000_000_400n, undefined, undefined],
      [[1, 2], 1n, 186_060_628_016n, 186_060_628_016n],
      [[1, 2], 10_196n, 1_897_072_196_195_789n, 1_897_072_196_195_789n],
      [[1, 2], 1_456_658_651n, 236_965_543_566_103_191_940n, 236_965_543_566_103_191_940n],
      [[1, 2], 91_769_495_022n, 1_705_065_652_408_466_503_012n, 1_705_065_652_408_466_503_012n],
      [[1, 2], 4_078_644_223_200n, undefined, undefined],
      [[2, 0], 1n, 0n, undefined],
      [[2, 0], 1_899_994_300_017_099n, 6_099_935n, 6_099_935n],
      [[2, 0], 271_428_571_428_571_428_571n, 763_081_239_066n, 763_081_239_066n],
      [[2, 0], 17_100_000_000_000_000_000_000n, 5_492_087_456_806n, 5_492_087_456_806n],
      [[2, 0], 760_000_000_000_000_000_000_000n, undefined, undefined],
      [[2, 1], 1n, 0n, undefined],
      [[2, 1], 1_899_994_300_017_099n, 10_163n, 10_163n],
      [[2, 1], 271_428_571_428_571_428_571n, 1_271_380_239n, 1_271_380_239n],
      [[2, 1], 17_100_000_000_000_000_000_000n, 9_150_437_423n, 9_150_437_423n],
      [[2, 1], 760_000_000_000_000_000_000_000n, undefined, undefined],
    ],
    guesses: [
      [[0, 1], 926_964_881n, 613_569_527_268n],
      [[1, 2], 172_727_272_727_272_727_923n, 1_022_104_110n],
      [[2, 0], 556_363_636_934n, 190_520_533_568_479_012_752n],
      [[2, 1], 926_965_167n, 190_520_636_896_791_683_828n],
    ],
  },
  {
    name: 'three coins while their amplification moves',
    code: CODES['v2.0.0'][3],
    precisions: [1_000_000_000_000n, 10_000_000_000n, 1n],
    state: {
      balances: [612_000_000_001n, 490_217_415n, 300_000_000_000_000_000_000n],
      priceScale: [
        1_000_000_000_000_000_000n,
        60_000_000_000_000_000_000_000n,
        3_000_000_000_000_000_000_000n,
      ],
      amplification: 2_134_561n,
      gamma: 11_809_167_828_997n,
      invariant: 1_636_165_582_617_016_559_119_341n,
      isRamping: true,
      ...{ midFee: 3_000_000n, outFee: 30_000_000n, feeGamma: 500_000_000_000_000n },
      supply: 965_917_035_790_465_487_323n,
      virtualPrice: 1_000_019_965_222_171_688n,
      profit: 1_000_019_965_222_171_688n,
      allowedProfit: 2_000_000_000_000n,
      isSteady: false,
    },
    sales: [
      [[0, 1], 1n, 0n, 0n],
      [[0, 1], 611_998n, 489n, 489n],
      [[0, 1], 87_428_571_428n, 61_150_212n, 61_150_212n],
      [[0, 1], 5_508_000_000_009n, 440_027_106n, 440_027_106n],
      [[0, 1], 244_800_000_000_400n, undefined, undefined],
      [[1, 2], 1n, 609_086_411_360n, 609_086_411_360n],
      [[1, 2], 490n, 298_452_043_767_265n, 298_452_043_767_265n],
      [[1, 2], 70_031_059n, 37_325_614_531_059_610_210n, 37_325_614_531_059_610_210n],
      [[1, 2], 4_411_956_735n, 269_246_048_850_879_937_563n, 269_246_048_850_879_937_563n],
      [[1, 2], 196_086_966_000n, undefined, undefined],
      [[2, 0], 1n, 0n, 0n],
      [[2, 0], 299_999_100_002_699n, 610_666n, 610_666n],
      [[2, 0], 42_857_142_857_142_857_142n, 76_343_246_782n, 76_343_246_782n],
      [[2, 0], 2_700_000_000_000_000_000_000n, 549_376_439_613n, 549_376_439_613n],
      [[2, 0], 120_000_000_000_000_000_000_000n, undefined, undefined],
      [[2, 1], 1n, 0n, 0n],
      [[2, 1], 299_999_100_002_699n, 490n, 490n],
      [[2, 1], 42_857_142_857_142_857_142n, 61_190_046n, 61_190_046n],
      [[2, 1], 2_700_000_000_000_000_000_000n, 440_058_484n, 440_058_484n],
      [[2, 1], 120_000_000_000_000_000_000_000n, undefined, undefined],
    ],
    guesses: [
      [[0, 1], 44_565_647n, 61_340_560_190n],
      [[1, 2], 27_272_727_272_727_272_786n, 49_274_786n],
      [[2, 0], 55_636_363_778n, 30_068_683_078_799_589_175n],
      [[2, 1], 44_565_361n, 30_045_727_643_278_578_404n],
    ],
  },
]

describe.each(POOLS)('CryptoSwap pool of $name', ({ code, precisions, state, sales, guesses }) => {
  const market = createCryptoswap(code, precisions, state)

  it('returns the same outputs as its contract, and rejects the same amounts', () => {
    for (const [indexes, amountIn, results, paid] of sales) {
      expect(market.preview(indexes, amountIn)).toBe(results)
      expect(market.sell(indexes, amountIn)?.amountOut).toBe(paid)
    }
  })

  it("takes the contract's guess for a purchase, or one executor step more", () => {
    for (const [indexes, amountOut, guess] of guesses) {
      const amountIn = market.buy(indexes, amountOut + 1n) ?? 0n
      expect(amountIn).toBeGreaterThanOrEqual(guess)
      expect(amountIn).toBeLessThanOrEqual(guess + guess / 2n ** 31n + 2n)
    }
  })
})
