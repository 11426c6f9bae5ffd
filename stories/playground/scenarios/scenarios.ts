/** The simulated failures: false responses of the service, another balance, or too little gas. */
export const SCENARIOS = {
  moved: { label: 'Price moved', hint: 'The price on the form is 3 % better than the firm quote will be.' },
  reverted: {
    label: 'Transaction reverts',
    hint: 'The wallet sends a swap with too little gas to complete it.',
  },
  imitation: {
    label: 'Fake token',
    hint: 'The catalogue gives USDC and WBTC the address of each other.',
  },
  gasless: { label: 'No gas', hint: 'The account has none of the native token.' },
  slow: { label: 'Slow service', hint: 'Every answer of the service takes 4 s longer.' },
  limited: { label: 'Too many requests', hint: 'The service answers 429.' },
  broken: { label: 'Server error', hint: 'The service answers 500.' },
  away: { label: 'Out of reach', hint: 'No request reaches the service.' },
} as const

export type Scenario = keyof typeof SCENARIOS
