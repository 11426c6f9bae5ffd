import type { RecordedSwap } from '../../testing/recorded-swap.ts'

/**
 * Swaps of Balancer V2 pools by the deployment of their factory, computed outside of this
 * repository. Each factory in a preset has at least one row.
 */
export interface RecordedPool {
  /** Deployment task in `balancer/balancer-deployments`, and the name of the factory. */
  version: string
  /** File with the figures, or the code that computed them. */
  source: string
  /** True if the pool has the function `inRecoveryMode`. */
  hasRecoveryMode: boolean
  /** Factors that scale amounts to 18 decimals, in the vault's order, like all lists here. */
  scales: readonly string[]
  balances: readonly string[]
  swapFee: string
  /** Weights of a weighted pool. */
  weights?: readonly string[]
  /** A n^(n-1) of a stable pool, with three decimals. */
  amp?: string
  /** Rates of a stable pool's tokens. */
  rates?: readonly string[]
  /** Index of a composable pool's own token. */
  ownIndex?: number
  swaps: readonly RecordedSwap[]
}

const KYBER = 'KyberNetwork/kyberswap-dex-lib: pkg/liquidity-source/balancer/v2'
const KYBER_WEIGHTED = `${KYBER}/weighted/pool_simulator_test.go`
const KYBER_STABLE = `${KYBER}/stable/pool_simulator_test.go`
/** The vault's query, with the artifacts of the task executed in a local EVM. */
const CODE = 'balancer/balancer-deployments: artifact of the task, executed'

/** Versions in a preset without a recorded swap, with the reason. */
export const UNRECORDED_VERSIONS: Readonly<Record<string, string>> = {
  'bex/WeightedPoolFactory':
    'Neither swaps nor the code of BEX are published. Its package has the ABI of the fourth weighted factory of Balancer V2.',
}

export const RECORDED_POOLS: readonly RecordedPool[] = [
  {
    version: '20210418-weighted-pool/WeightedPoolFactory',
    source: KYBER_WEIGHTED,
    hasRecoveryMode: false,
    scales: ['1', '1', '1000000000000', '1', '1', '1', '1', '1'],
    balances: [
      '382259350067562080018',
      '563895201975090444069',
      '432276836',
      '415858931425966091248020',
      '198780894165507591',
      '9187067339281421763',
      '111172932376992452571',
      '1835599921140802978251',
    ],
    swapFee: '10000000000000000',
    weights: [
      '125000000000000000',
      '125000000000000000',
      '125000000000000000',
      '125000000000000000',
      '125000000000000000',
      '125000000000000000',
      '125000000000000000',
      '125000000000000000',
    ],
    swaps: [[1, 3, 'SELL', '77000000000000000000', '49523009318781117474536']],
  },
  {
    version: '20210418-weighted-pool/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: false,
    scales: ['1000000000000', '1'],
    balances: ['481287000000', '60167000000000000000000'],
    swapFee: '3333333333333333',
    weights: ['200000000000000000', '800000000000000000'],
    swaps: [
      [1, 0, 'SELL', '415983217171290521600', '13040324985'],
      [1, 0, 'SELL', '1493369551522474752', '47620739'],
      [0, 1, 'BUY', '48911594889146564608', '1573442304'],
      [0, 1, 'BUY', '4548965739844018688', '146066490'],
    ],
  },
  {
    version: '20210418-weighted-pool/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: false,
    scales: ['1000000000000', '1', '10000000000'],
    balances: ['481287000000', '60167000000000000000000', '162432700000000'],
    swapFee: '3333333333333333',
    weights: ['150000000000000000', '600000000000000000', '250000000000000000'],
    swaps: [
      [2, 0, 'SELL', '18106060126810', '77501093372'],
      [1, 0, 'BUY', '179041158', '5615625932668862792'],
      [1, 2, 'BUY', '2787058454072', '436907431230615773370'],
    ],
  },
  {
    version: '20210418-weighted-pool/WeightedPool2TokensFactory',
    source: KYBER_WEIGHTED,
    hasRecoveryMode: false,
    scales: ['1', '1'],
    balances: ['31686717298564222587034828', '14236767788701850247952'],
    swapFee: '10000000000000000',
    weights: ['800000000000000000', '200000000000000000'],
    swaps: [[1, 0, 'SELL', '2000000000000000000000', '1014934149732776116160723']],
  },
  {
    version: '20210418-weighted-pool/WeightedPool2TokensFactory',
    source: CODE,
    hasRecoveryMode: false,
    scales: ['1000000000000', '1'],
    balances: ['481287000000', '60167000000000000000000'],
    swapFee: '3333333333333333',
    weights: ['200000000000000000', '800000000000000000'],
    swaps: [
      [0, 1, 'SELL', '36399446316', '1083237826001390925178'],
      [1, 0, 'SELL', '964474895720609792', '30755959'],
      [0, 1, 'BUY', '158573522193515315200', '5124525883'],
      [1, 0, 'BUY', '118064975604', '4400656441082762960685'],
    ],
  },
  {
    version: '20220908-weighted-pool-v2/WeightedPoolFactory',
    source: KYBER_WEIGHTED,
    hasRecoveryMode: true,
    scales: ['1', '1'],
    balances: ['3360160080014532471350474', '1112301324508754708737'],
    swapFee: '1000000000000000',
    weights: ['800000000000000000', '200000000000000000'],
    swaps: [[0, 1, 'SELL', '60160080014532471350474', '76143667376405160244']],
  },
  {
    version: '20220908-weighted-pool-v2/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1000000000000', '1'],
    balances: ['481287000000', '60167000000000000000000'],
    swapFee: '3333333333333333',
    weights: ['200000000000000000', '800000000000000000'],
    swaps: [
      [0, 1, 'SELL', '18655934', '581099719433511981'],
      [0, 1, 'SELL', '22385658', '697270750348869121'],
      [1, 0, 'BUY', '17352313055', '556731578514760557491'],
      [1, 0, 'BUY', '940686850', '29533869598567873405'],
    ],
  },
  {
    version: '20220908-weighted-pool-v2/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1000000000000', '1', '10000000000'],
    balances: ['481287000000', '60167000000000000000000', '162432700000000'],
    swapFee: '3333333333333333',
    weights: ['150000000000000000', '600000000000000000', '250000000000000000'],
    swaps: [
      [0, 1, 'SELL', '6819513', '212419155233102942'],
      [0, 2, 'SELL', '20176263', '4071896336'],
      [2, 1, 'BUY', '4111175994469535', '26726530'],
      [0, 2, 'BUY', '1201693136034', '6013463804'],
    ],
  },
  {
    version: '20230206-weighted-pool-v3/WeightedPoolFactory',
    source: KYBER_WEIGHTED,
    hasRecoveryMode: true,
    scales: ['1', '1', '1'],
    balances: ['331125', '320633', '348846'],
    swapFee: '3000000000000000',
    weights: ['333300000000000000', '333300000000000000', '333400000000000000'],
    swaps: [[0, 2, 'SELL', '3311', '3442']],
  },
  {
    version: '20230206-weighted-pool-v3/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1', '1000000000000'],
    balances: ['60167000000000000000000', '481287000000'],
    swapFee: '3333333333333333',
    weights: ['800000000000000000', '200000000000000000'],
    swaps: [
      [1, 0, 'SELL', '464832933', '14470378370227238343'],
      [1, 0, 'SELL', '19217754', '598598986897397920'],
      [1, 0, 'BUY', '33156971348176536', '1064466'],
      [1, 0, 'BUY', '373506927661488996352', '12179405757'],
    ],
  },
  {
    version: '20230206-weighted-pool-v3/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['10000000000', '1000000000000', '1'],
    balances: ['162432700000000', '481287000000', '60167000000000000000000'],
    swapFee: '3333333333333333',
    weights: ['250000000000000000', '150000000000000000', '600000000000000000'],
    swaps: [
      [2, 0, 'SELL', '4918620012753257472', '31758457600'],
      [2, 1, 'SELL', '95241575721752969216', '3025320244'],
      [0, 1, 'BUY', '959746157', '195308212874'],
      [0, 2, 'BUY', '5995056718040422940672', '46688589761542'],
    ],
  },
  {
    version: '20230320-weighted-pool-v4/WeightedPoolFactory',
    source: KYBER_WEIGHTED,
    hasRecoveryMode: true,
    scales: ['1', '1'],
    balances: ['3360160080014532471350474', '1112301324508754708737'],
    swapFee: '1000000000000000',
    weights: ['800000000000000000', '200000000000000000'],
    swaps: [[1, 0, 'SELL', '6016008001453247', '4538893010907736440']],
  },
  {
    version: '20230320-weighted-pool-v4/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1000000000000', '1'],
    balances: ['481287000000', '60167000000000000000000'],
    swapFee: '3333333333333333',
    weights: ['200000000000000000', '800000000000000000'],
    swaps: [
      [0, 1, 'SELL', '1721897788', '53516188179254889492'],
      [0, 1, 'SELL', '144682812557', '3815598040060044817511'],
      [0, 1, 'BUY', '261600478897348192', '8398450'],
      [1, 0, 'BUY', '1834382410', '57659444576892688506'],
    ],
  },
  {
    version: '20230320-weighted-pool-v4/WeightedPoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1', '1000000000000', '10000000000'],
    balances: ['60167000000000000000000', '481287000000', '162432700000000'],
    swapFee: '3333333333333333',
    weights: ['600000000000000000', '150000000000000000', '250000000000000000'],
    swaps: [
      [1, 0, 'SELL', '19221132', '598704211124753732'],
      [0, 2, 'SELL', '1545453662795613', '9980037'],
      [2, 0, 'BUY', '1871609897393228349440', '12841294458432'],
      [0, 1, 'BUY', '311349891', '9767168114611672149'],
    ],
  },
  {
    version: '20210624-stable-pool/StablePoolFactory',
    source: CODE,
    hasRecoveryMode: false,
    scales: ['10000000000', '1000000000000', '1', '1'],
    balances: ['900000700000000', '4000007000000', '1000007000000000000000000', '16000007000000000000000000'],
    swapFee: '400000000000000',
    amp: '1500000',
    rates: ['1000000000000000000', '1000000000000000000', '1000000000000000000', '1000000000000000000'],
    swaps: [
      [0, 3, 'SELL', '25148364126', '251716841919244338395'],
      [2, 1, 'SELL', '1355694865520208896', '1382774'],
      [0, 1, 'BUY', '168050185745', '16879209448233'],
      [0, 2, 'BUY', '2663200831529531473920', '272904722036'],
    ],
  },
  {
    version: '20210727-meta-stable-pool/MetaStablePoolFactory',
    source: KYBER_STABLE,
    hasRecoveryMode: false,
    scales: ['1', '1'],
    balances: ['1152882153159026494', '873225053252443292'],
    swapFee: '400000000000000',
    amp: '1000000',
    rates: ['1151532794526553114', '1000000000000000000'],
    swaps: [[1, 0, 'SELL', '73183418984294781', '63551050657042642']],
  },
  {
    version: '20210727-meta-stable-pool/MetaStablePoolFactory',
    source: CODE,
    hasRecoveryMode: false,
    scales: ['1', '1000000000000'],
    balances: ['1000007000000000000000000', '4000007000000'],
    swapFee: '400000000000001',
    amp: '40000',
    rates: ['1162713904817263551', '1000000000000000000'],
    swaps: [
      [1, 0, 'SELL', '1112697078', '907289208485885367164'],
      [0, 1, 'SELL', '52222054388098410741760', '63808515408'],
      [0, 1, 'BUY', '343383605', '280236924579953452225'],
      [0, 1, 'BUY', '10877515', '8877051924702771941'],
    ],
  },
  {
    version: '20220609-stable-pool-v2/StablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['10000000000', '1', '1', '1000000000000'],
    balances: ['900000700000000', '16000007000000000000000000', '1000007000000000000000000', '4000007000000'],
    swapFee: '400000000000002',
    amp: '1500000',
    rates: ['1000000000000000000', '1000000000000000000', '1000000000000000000', '1000000000000000000'],
    swaps: [
      [3, 2, 'SELL', '26876379', '26328950708999948187'],
      [1, 0, 'BUY', '2070729706', '20743091513264867618'],
      [0, 2, 'BUY', '184471704245006912', '18902060'],
    ],
  },
  {
    version: '20220906-composable-stable-pool/ComposableStablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1', '1', '10000000000', '1000000000000', '1'],
    balances: [
      '2596148397661345503579794485440874',
      '16000007000000000000000000',
      '900000700000000',
      '4000007000000',
      '1000007000000000000000000',
    ],
    swapFee: '400000000000003',
    amp: '1500000',
    rates: [
      '1000000000000000000',
      '1000000000000000000',
      '1162713904817263551',
      '1000000000000000000',
      '1162713904817263551',
    ],
    ownIndex: 0,
    swaps: [
      [1, 2, 'SELL', '578747230070154240', '49712371'],
      [1, 4, 'SELL', '1426339394652602892288', '1200995916519435624549'],
      [1, 3, 'BUY', '7253674052', '7292465470964395406576'],
      [2, 3, 'BUY', '36533538', '3156117819'],
    ],
  },
  {
    version: '20221122-composable-stable-pool-v2/ComposableStablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['10000000000', '1', '1', '1', '1000000000000'],
    balances: [
      '900000700000000',
      '1000007000000000000000000',
      '2596148397661345503579794485440874',
      '16000007000000000000000000',
      '4000007000000',
    ],
    swapFee: '400000000000004',
    amp: '1500000',
    rates: [
      '1162713904817263551',
      '1162713904817263551',
      '1000000000000000000',
      '1000000000000000000',
      '1000000000000000000',
    ],
    ownIndex: 2,
    swaps: [
      [3, 0, 'SELL', '401230372618871016259584', '34461658435663'],
      [3, 1, 'SELL', '67685076494253359104', '56993043694698394477'],
      [1, 0, 'BUY', '3907733450306', '38350635145436896238505'],
      [4, 0, 'BUY', '741564372205', '8590917721'],
    ],
  },
  {
    version: '20230206-composable-stable-pool-v3/ComposableStablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1', '1000000000000', '1', '1', '10000000000'],
    balances: [
      '2596148397661345503579794485440874',
      '4000007000000',
      '16000007000000000000000000',
      '1000007000000000000000000',
      '900000700000000',
    ],
    swapFee: '400000000000005',
    amp: '1500000',
    rates: [
      '1000000000000000000',
      '1000000000000000000',
      '1000000000000000000',
      '1162713904817263551',
      '1162713904817263551',
    ],
    ownIndex: 0,
    swaps: [
      [2, 1, 'SELL', '1824281885649003776', '1814595'],
      [3, 2, 'SELL', '1619128412953675264', '1921340495272451753'],
      [1, 3, 'BUY', '1220358778781738991616', '1442211692'],
      [1, 4, 'BUY', '1109487807', '12853122'],
    ],
  },
  {
    version: '20230320-composable-stable-pool-v4/ComposableStablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1000000000000', '1', '10000000000', '1', '1'],
    balances: [
      '4000007000000',
      '2596148397661345503579794485440874',
      '900000700000000',
      '1000007000000000000000000',
      '16000007000000000000000000',
    ],
    swapFee: '400000000000006',
    amp: '1500000',
    rates: [
      '1000000000000000000',
      '1000000000000000000',
      '1162713904817263551',
      '1162713904817263551',
      '1000000000000000000',
    ],
    ownIndex: 1,
    swaps: [
      [4, 2, 'SELL', '1653641548602858752', '142042048'],
      [2, 0, 'BUY', '334352603306', '28897680877198'],
      [0, 3, 'BUY', '75605361057834795008', '89348104'],
    ],
  },
  {
    version: '20230711-composable-stable-pool-v5/ComposableStablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1000000000000', '10000000000', '1', '1', '1'],
    balances: [
      '4000007000000',
      '900000700000000',
      '16000007000000000000000000',
      '1000007000000000000000000',
      '2596148397661345503579794485440874',
    ],
    swapFee: '400000000000007',
    amp: '1500000',
    rates: [
      '1000000000000000000',
      '1162713904817263551',
      '1000000000000000000',
      '1162713904817263551',
      '1000000000000000000',
    ],
    ownIndex: 4,
    swaps: [
      [0, 3, 'SELL', '122007792174', '103034665731496226945460'],
      [2, 1, 'SELL', '77091707425562673152', '6621909030'],
      [0, 1, 'BUY', '5342994383', '61897172'],
      [2, 0, 'BUY', '543740081', '546643025817816143803'],
    ],
  },
  {
    version: '20240223-composable-stable-pool-v6/ComposableStablePoolFactory',
    source: CODE,
    hasRecoveryMode: true,
    scales: ['1', '10000000000', '1', '1', '1000000000000'],
    balances: [
      '16000007000000000000000000',
      '900000700000000',
      '1000007000000000000000000',
      '2596148397661345503579794485440874',
      '4000007000000',
    ],
    swapFee: '400000000000008',
    amp: '1500000',
    rates: [
      '1000000000000000000',
      '1162713904817263551',
      '1162713904817263551',
      '1000000000000000000',
      '1000000000000000000',
    ],
    ownIndex: 3,
    swaps: [
      [0, 1, 'SELL', '1998657098132114432', '171677682'],
      [2, 0, 'SELL', '892559946771007799296', '1059137770148736075913'],
      [4, 1, 'BUY', '3082287775', '35707485'],
    ],
  },
]
