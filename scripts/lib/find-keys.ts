import { keccak256, toEventSelector, toHex } from 'viem'
import { settlementAbi } from '../../wire/abi/settlement.ts'

const PATTERNS = {
  'a private key in PEM': /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  'a key of Google': /\bAIza[\w-]{35}/g,
  'a token of GitHub': /\b(?:gh[pousr]_\w{36}|github_pat_\w{22,})/g,
  'a token of GitLab': /\bglpat-[\w-]{20}/g,
  'a token of npm': /\bnpm_\w{36}\b/g,
  'a token of Slack': /\bxox[abeoprs]-[\w-]{10,}/g,
  'a secret key of Stripe, OpenAI or Anthropic': /\bsk[-_](?:live|test|proj|ant)[-_]\w{16,}/g,
  'a signed token (JWT)': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  'a password in a URL': /\bhttps?:\/\/[^\s/:@"'`$]+:[^\s/:@"'`$]+@/g,
  'a key in the URL of a node':
    /\b(?:alchemy(?:api)?\.(?:com|io)\/v2|infura\.io\/v3|quiknode\.pro|rpc\.ankr\.com\/\w+)\/[\w-]{20,}/g,
  'a mnemonic': /\btest test test test test test test test test test test junk\b/g,
  'a private key': /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi,
}

/** Values that look like private keys and are public. */
const PUBLIC = new Set<string>([
  ...[
    'Transfer(address,address,uint256)',
    'Approval(address,address,uint256)',
    'ApprovalForAll(address,address,bool)',
    'TransferSingle(address,address,address,uint256,uint256)',
    'TransferBatch(address,address,address,uint256[],uint256[])',
    'Deposit(address,uint256)',
    'Withdrawal(address,uint256)',
    // Permit2.
    'Approval(address,address,address,uint160,uint48)',
    'Permit(address,address,address,uint160,uint48,uint48)',
    // Safe.
    'ExecutionSuccess(bytes32,uint256)',
    'ExecutionFailure(bytes32,uint256)',
  ].map((event) => toEventSelector(event)),
  // Events of our contracts.
  ...settlementAbi.flatMap((entry) => (entry.type === 'event' ? [toEventSelector(entry)] : [])),
  // Type hash of a permit (EIP-2612).
  keccak256(toHex('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)')),
  // Field, order and endomorphism of the curve secp256k1.
  '0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f',
  '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
  '0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee',
])

/** Returns the secrets in a text: the kind and the first characters of each. */
export function findKeys(text: string): string[] {
  return Object.entries(PATTERNS).flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => !PUBLIC.has(found.toLowerCase()))
      .map(([found]) => `${kind}: ${found.slice(0, 12)}…`),
  )
}
