import type { Message } from './message.ts'

/** The English texts about lending and vault tokens, loaded with what shows them: on the form, or a later page. */
export const EARN_MESSAGES_EN = {
  'earn.apy': 'APY of {token}, recent',
  'earn.apyHelp':
    'An estimate: what a deposit earned lately, in percent per year with interest on interest. It changes with the market.',
  'earn.diluted': 'APY after this deposit',
  'earn.dilutedHelp':
    'An estimate: what would be paid once this amount is deposited too. Larger deposits lower the rate.',
  'earn.tvl': 'Total deposits',
  'earn.tvlHelp': 'The value of everything that all depositors have there (TVL).',
  'earn.positions': 'Your deposits',
  'earn.unavailable': 'not available now',
} as const satisfies Record<string, Message>
