import { expect, it } from 'vitest'
import { findKeys } from './lib/find-keys.ts'

// The keys are split, because secret scanners of repositories search for the same patterns.
const KEYS: [kind: string, text: string][] = [
  ['a private key in PEM', `-----BEGIN EC ${'PRIVATE KEY'}-----`],
  ['a key of AWS', `AKIA${'A1'.repeat(8)}`],
  ['a key of Google', `AIza${'x'.repeat(35)}`],
  ['a token of GitHub', `ghp_${'x'.repeat(36)}`],
  ['a token of GitLab', `glpat-${'x'.repeat(20)}`],
  ['a token of npm', `npm_${'x'.repeat(36)}`],
  ['a token of Slack', `xoxb-${'1'.repeat(12)}`],
  ['a secret key of Stripe, OpenAI or Anthropic', `sk_live_${'x'.repeat(24)}`],
  ['a signed token (JWT)', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJlLW9m'].join('.')],
  ['a password in a URL', 'https://me:secret@node.example/'],
  ['a key in the URL of a node', `https://mainnet.infura.io/v3/${'0f'.repeat(16)}`],
  ['a mnemonic', `${'test '.repeat(11)}junk`],
  ['a private key', `0x${'5e'.repeat(32)}`],
  ['a private key', '5e'.repeat(32)],
]

it.each(KEYS)('finds %s in a file', (kind, text) => {
  expect(findKeys(`const settings={key:"${text}"}`)).toEqual([expect.stringContaining(`${kind}: `)])
})

it.each([
  ['the topic of a transfer', '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
  ['longer data', `0x${'5e'.repeat(64)}`],
  ['an address', `0x${'5e'.repeat(20)}`],
  ['the URL of a node without a key', 'https://mainnet.infura.io/v3/'],
])('does not report %s as a key', (_, text) =>
  expect(findKeys(`const settings={value:"${text}"}`)).toEqual([]),
)
