/** The pages of the site in their order. Those under `reference/` are generated; the others are `content/<path>.md`. */
export const NAVIGATION: readonly { section: string; pages: readonly string[] }[] = [
  { section: 'Start', pages: ['index', 'start/react', 'start/next', 'start/html', 'start/wordpress'] },
  {
    section: 'Concepts',
    pages: [
      'concepts/price-and-quote',
      'concepts/verification',
      'concepts/approvals',
      'concepts/contracts-stay',
      'concepts/slippage',
    ],
  },
  {
    section: 'Guides',
    pages: [
      'guides/theming',
      'guides/wallets',
      'guides/events',
      'guides/fees',
      'guides/security-policy',
      'guides/server-rendering',
      'guides/testing',
      'guides/service',
      'guides/runbook',
      'guides/real-chains',
    ],
  },
  {
    section: 'Reference',
    pages: [
      'reference/config',
      'reference/theme',
      'reference/events',
      'reference/errors',
      'reference/http',
      'reference/scenarios',
    ],
  },
  { section: 'Help', pages: ['troubleshooting'] },
]
