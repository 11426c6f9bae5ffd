import type { RecordedSwap } from '../../testing/recorded-swap.ts'

/**
 * Swaps of Balancer V3 pools by the deployment of their factory, computed outside of this
 * repository. Each factory in a preset has at least one row.
 */
export interface RecordedV3Pool {
  /** Deployment task in `balancer/balancer-deployments`, and the name of the factory. */
  version: string
  /** File with the figures, or the code that computed them. */
  source: string
  /** Factors that scale amounts to 18 decimals, in the vault's order, like all lists here. */
  scales: readonly string[]
  /** In base units. */
  balances: readonly string[]
  rates: readonly string[]
  swapFee: string
  aggregateFee: string
  /** Weights of a weighted pool. */
  weights?: readonly string[]
  /** Minimum balances of a weighted pool, which the pools of the first factory do not have. */
  minBalances?: readonly string[]
  /** A n^(n-1) of a stable pool, with three decimals. */
  amp?: string
  swaps: readonly RecordedSwap[]
}

const KYBER = 'KyberNetwork/kyberswap-dex-lib: pkg/liquidity-source/balancer/v3'
const KYBER_WEIGHTED = `${KYBER}/weighted/pool_simulator_test.go`
const KYBER_STABLE = `${KYBER}/stable/pool_simulator_test.go`
const MATHS = 'balancer/balancer-maths: testData/testData'
const MATHS_WEIGHTED = `${MATHS}/11155111-7439300-Weighted-USDC-DAI.json`
const MATHS_STABLE = `${MATHS}/11155111-7439300-Stable-stataUSDC-stataUSDT.json`
/** A swap in the vault, with the artifacts of the tasks executed in a local EVM. */
const CODE = 'balancer/balancer-deployments: artifact of the task, executed'

export const RECORDED_V3_POOLS: readonly RecordedV3Pool[] = [
  {
    version: '20241205-v3-weighted-pool/WeightedPoolFactory',
    source: MATHS_WEIGHTED,
    scales: ['1000000000000', '1'],
    balances: ['6916384366', '6240659067374271172646'],
    rates: ['1000000000000000000', '1000000000000000000'],
    swapFee: '10000000000000000',
    aggregateFee: '0',
    weights: ['500000000000000000', '500000000000000000'],
    swaps: [
      [0, 1, 'SELL', '10000000', '8920009849766722311'],
      [0, 1, 'BUY', '20000000000000000000', '22461437'],
      [1, 0, 'SELL', '700000000000000000000', '691273441'],
      [1, 0, 'BUY', '7777777', '7096762762105745646'],
    ],
  },
  {
    version: '20241205-v3-weighted-pool/WeightedPoolFactory',
    source: KYBER_WEIGHTED,
    scales: ['1', '1'],
    balances: ['92522708649454779998815', '360573774832263481'],
    rates: ['1000000000000000000', '1000000000000000000'],
    swapFee: '5000000000000000',
    aggregateFee: '0',
    weights: ['750000000000000000', '250000000000000000'],
    swaps: [[0, 1, 'SELL', '1000000000000000000', '11632707084358']],
  },
  {
    version: '20241205-v3-weighted-pool/WeightedPoolFactory',
    source: CODE,
    scales: ['1', '1'],
    balances: ['130000000000000000000000', '800000000000000000000011'],
    rates: ['1000000000000000000', '1000000000000000000'],
    swapFee: '3000000000000000',
    aggregateFee: '500000000000000000',
    weights: ['200000000000000000', '800000000000000000'],
    swaps: [
      [0, 1, 'SELL', '4777353381838125531136', '7164404312550616800000'],
      [0, 1, 'SELL', '1882354885593522176', '2887216743187200000'],
      [1, 0, 'BUY', '184830960206934147072', '285464668255312337013'],
      [1, 0, 'BUY', '70177375043034374144', '108326613485448345037'],
    ],
  },
  {
    version: '20241205-v3-weighted-pool/WeightedPoolFactory',
    source: CODE,
    scales: ['1', '1000000000000', '1'],
    balances: ['10000000000000000005', '77000000', '3000000000000000000'],
    rates: ['1083700000000012345', '1000000000000000000', '1000000000000000000'],
    swapFee: '10000000000000',
    aggregateFee: '500000000000000000',
    weights: ['330000000000000000', '500000000000000000', '170000000000000000'],
    swaps: [
      [0, 2, 'SELL', '271249677846852256', '151877744964171489'],
      [2, 0, 'SELL', '13301463600692', '22840591863369'],
      [2, 0, 'BUY', '36824612868586232', '21561834106793148'],
      [1, 0, 'BUY', '376242857741239232', '1973860'],
    ],
  },
  {
    version: '20260115-v3-weighted-pool-v2/WeightedPoolFactory',
    source: CODE,
    scales: ['1', '1'],
    balances: ['130000000000000000000000', '800000000000000000000011'],
    rates: ['1000000000000000000', '1000000000000000000'],
    swapFee: '3000000000000000',
    aggregateFee: '500000000000000000',
    weights: ['200000000000000000', '800000000000000000'],
    minBalances: ['1000000', '1000000'],
    swaps: [
      [0, 1, 'SELL', '49128800853178384', '75355996485600000'],
      [0, 1, 'SELL', '62995748409898464', '96625749229600000'],
      [0, 1, 'BUY', '1934760944389172232192', '1269042252579582938818'],
      [0, 1, 'BUY', '43358144808731279360', '28271427427130772318'],
    ],
  },
  {
    version: '20260115-v3-weighted-pool-v2/WeightedPoolFactory',
    source: CODE,
    scales: ['1', '1000000000000', '1'],
    balances: ['10000000000000000005', '77000000', '3000000000000000000'],
    rates: ['1083700000000012345', '1000000000000000000', '1000000000000000000'],
    swapFee: '10000000000000',
    aggregateFee: '500000000000000000',
    weights: ['330000000000000000', '500000000000000000', '170000000000000000'],
    minBalances: ['1000000', '1000000000000', '1000000'],
    swaps: [
      [0, 2, 'SELL', '285780151153663', '166416253422174'],
      [0, 1, 'SELL', '377360815540860800', '1859606'],
      [0, 2, 'BUY', '16599593402733198', '28624680562399345'],
    ],
  },
  {
    version: '20241205-v3-stable-pool/StablePoolFactory',
    source: MATHS_STABLE,
    scales: ['1000000000000', '1000000000000'],
    balances: ['17046594346', '58206030088'],
    rates: ['1238765561700857944', '1414776878607727229'],
    swapFee: '1000000000000000',
    aggregateFee: '0',
    amp: '1000000',
    swaps: [
      [0, 1, 'SELL', '10000000', '8771615'],
      [0, 1, 'BUY', '2000000000', '2280896608'],
    ],
  },
  {
    version: '20241205-v3-stable-pool/StablePoolFactory',
    source: KYBER_STABLE,
    scales: ['1', '1'],
    balances: ['687804073931103275644', '1783969556654743519024'],
    rates: ['1009108897721464489', '1190879275654308905'],
    swapFee: '20000000000000',
    aggregateFee: '500000000000000000',
    amp: '5000000',
    swaps: [
      [0, 1, 'SELL', '1000000000', '847659581'],
      [0, 1, 'SELL', '2000000000000000000', '1695317072722991811'],
      [1, 0, 'SELL', '1000000000', '1179671670'],
      [1, 0, 'SELL', '2000000000000000000', '2359339885152387011'],
    ],
  },
  {
    version: '20241205-v3-stable-pool/StablePoolFactory',
    source: CODE,
    scales: ['1000000000000', '1', '1'],
    balances: ['1100000000003', '300000000000000000000000', '900000000000000000000001'],
    rates: ['1000000000000000000', '1000000000000000000', '1000000000000000000'],
    swapFee: '100000000000000',
    aggregateFee: '500000000000000000',
    amp: '5000000',
    swaps: [
      [2, 0, 'SELL', '14815273496256423936', '14814487'],
      [1, 2, 'SELL', '192703327438906392576', '192783559995340211200'],
      [0, 1, 'BUY', '795321952984995856384', '795851254'],
      [0, 1, 'BUY', '696080939236997857280', '696544050'],
    ],
  },
  {
    version: '20241205-v3-stable-pool/StablePoolFactory',
    source: CODE,
    scales: ['1', '1'],
    balances: ['500000000000000000000000', '700000000000000000000007'],
    rates: ['1083700000000012345', '1000000000000000000'],
    swapFee: '10000000000000000',
    aggregateFee: '500000000000000000',
    amp: '50000',
    swaps: [
      [1, 0, 'SELL', '114396818932894357520384', '103510822358347436733907'],
      [0, 1, 'SELL', '100415153314704736256', '108288017850502860183'],
      [0, 1, 'BUY', '2956088875333506560', '2741162345379688452'],
      [0, 1, 'BUY', '7227349839220966424576', '6703540216757593429030'],
    ],
  },
  {
    version: '20250324-v3-stable-pool-v2/StablePoolFactory',
    source: CODE,
    scales: ['1000000000000', '1', '1'],
    balances: ['1100000000003', '300000000000000000000000', '900000000000000000000001'],
    rates: ['1000000000000000000', '1000000000000000000', '1000000000000000000'],
    swapFee: '100000000000000',
    aggregateFee: '500000000000000000',
    amp: '50000000',
    swaps: [
      [2, 1, 'SELL', '122660514472634499072', '122641905107450962493'],
      [0, 1, 'SELL', '151494605886', '151461421430199075382124'],
      [1, 0, 'BUY', '287996262', '288008838665328496384'],
      [0, 2, 'BUY', '82880847104337527177216', '82889700383'],
    ],
  },
  {
    version: '20250324-v3-stable-pool-v2/StablePoolFactory',
    source: CODE,
    scales: ['1', '1'],
    balances: ['500000000000000000000000', '700000000000000000000007'],
    rates: ['1083700000000012345', '1000000000000000000'],
    swapFee: '10000000000000000',
    aggregateFee: '500000000000000000',
    amp: '50000',
    swaps: [
      [0, 1, 'SELL', '3601299576923606220800', '3883147619721623712318'],
      [1, 0, 'SELL', '20335521336090823753728', '18468675796352708610294'],
      [0, 1, 'BUY', '213460141581042253824', '197941666786775468883'],
      [0, 1, 'BUY', '3667261142043397718016', '3401057413188642131824'],
    ],
  },
  {
    version: '20260116-v3-stable-pool-v3/StablePoolFactory',
    source: CODE,
    scales: ['1000000000000', '1', '1'],
    balances: ['1100000000003', '300000000000000000000000', '900000000000000000000001'],
    rates: ['1000000000000000000', '1000000000000000000', '1000000000000000000'],
    swapFee: '100000000000000',
    aggregateFee: '500000000000000000',
    amp: '50000000',
    swaps: [
      [0, 1, 'SELL', '815416788', '815289127856325020227'],
      [2, 0, 'SELL', '4204750280079441920', '4204349'],
      [2, 0, 'BUY', '176372802645', '176390344164976634901444'],
      [2, 1, 'BUY', '3408850722135246635008', '3409370250231782080246'],
    ],
  },
  {
    version: '20260116-v3-stable-pool-v3/StablePoolFactory',
    source: CODE,
    scales: ['1', '1'],
    balances: ['500000000000000000000000', '700000000000000000000007'],
    rates: ['1083700000000012345', '1000000000000000000'],
    swapFee: '10000000000000000',
    aggregateFee: '500000000000000000',
    amp: '50000',
    swaps: [
      [1, 0, 'SELL', '3915146761918607360', '3558242998670568430'],
      [0, 1, 'BUY', '103356601029896941076480', '96167447200784318843750'],
      [0, 1, 'BUY', '892855172798169219072', '827964353009628479206'],
    ],
  },
]
