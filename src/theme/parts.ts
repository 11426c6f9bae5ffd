const BUTTON = ['primary', 'secondary', 'quiet', 'disabled', 'busy'] as const
const DISCLOSURE = ['open', 'closed'] as const

/**
 * The parts of the widget that a host may style by name, with their states: `[data-part="flip"]` in
 * the page, `::part(flip)` in a shadow root. Removing or renaming a part is a breaking change.
 */
export const PARTS = {
  surface: [],
  page: [],
  header: [],
  title: [],
  'panel-input': [],
  'panel-output': [],
  amount: ['typed', 'estimate', 'loading'],
  'token-button': ['chosen', 'empty', 'locked'],
  'token-badge': [],
  'chain-badge': [],
  flip: [],
  recipient: [],
  'main-button': [...BUTTON, 'danger'],
  button: BUTTON,
  'icon-button': [],
  notice: ['neutral', 'positive', 'warning', 'negative'],
  verified: [],
  price: ['loading', 'ready'],
  'price-details': DISCLOSURE,
  wrap: [],
  card: [],
  detail: ['plain', 'positive', 'warning', 'negative'],
  field: [],
  choices: [],
  choice: ['checked', 'unchecked'],
  token: ['active', 'idle'],
  wallet: ['busy', 'idle'],
  stage: ['done', 'now', 'next', 'failed'],
  seal: ['open', 'closed'],
  acknowledgement: ['checked', 'unchecked'],
  received: [],
  revoke: ['idle', 'signing', 'pending', 'done', 'failed'],
  activity: ['pending', 'done', 'failed'],
  dialog: DISCLOSURE,
  'dialog-body': [],
  launcher: DISCLOSURE,
} as const satisfies Record<string, readonly string[]>
