import type { Lie } from './lie.ts'
import type { ServiceLie } from './lying-service.ts'
import { answer, type Json, text } from './tampering.ts'

const HTML = '<!doctype html><html><body><h1>Hello</h1></body></html>'
const asHtml = { headers: { 'content-type': 'text/html' }, body: HTML }

/** Repeats a field in the JSON text with another value. */
const twice = (name: string, value: unknown): ServiceLie =>
  text((body) => body.replace(/}}$/, `,${JSON.stringify(name)}:${JSON.stringify(value)}}}`))

/** Changes the envelope around the result. */
const envelope = (change: (content: Json) => unknown): ServiceLie =>
  text((body) => JSON.stringify(change(JSON.parse(body))))

/** Invalid HTTP responses and bodies. */
const ANSWERS: readonly [name: string, lie: ServiceLie][] = [
  ['that is an HTML page', answer(asHtml)],
  ['that is an HTML page with an error status', answer({ status: 500, ...asHtml })],
  ['is empty', answer({ body: '' })],
  ['without content', answer({ status: 204, body: '' })],
  ['is null', answer({ body: 'null' })],
  ['is a number', answer({ body: '42' })],
  ['that is truncated', text((body) => body.slice(0, -20))],
  ['with trailing text', text((body) => `${body}{}`)],
  ['with a byte order mark', text((body) => `\ufeff${body}`)],
  ['that contains NaN', text((body) => body.replace(/"revert":false|"value":"0"/, '"value":NaN'))],
  ['with the content type of text', answer({ headers: { 'content-type': 'text/plain' } })],
  [
    'that is an error with status 200',
    answer({ body: '{"statusCode":400,"error":"Invalid inputAmount provided"}' }),
  ],
  [
    'with the status code 400 around a valid result',
    envelope((content) => ({ ...content, statusCode: 400 })),
  ],
  ['with the status code 200 and the HTTP status 400', answer({ status: 400 })],
  ['inside a list', envelope((content) => [content])],
  ['inside two envelopes', envelope((content) => ({ statusCode: 200, result: content }))],
  [
    'with its result as text',
    envelope((content) => ({ ...content, result: JSON.stringify(content.result) })),
  ],
  [
    'with other fields beside its result',
    envelope((content) => ({ ...content.result, effectiveOutputAmount: '1', ...content })),
  ],
  ['brings a prototype', text((body) => body.replace(/^{/, '{"__proto__":{"router":"0x0"},'))],
  ['nested 100,000 levels deep', answer({ body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` })],
  ['of 6 MB', text((body) => body.replace(/}}$/, `,"more":"${'x'.repeat(6_000_000)}"}}`))],
  ['sends elsewhere', answer({ status: 307, headers: { location: '/elsewhere' }, body: '' })],
  ['that redirects permanently', answer({ status: 301, headers: { location: '/elsewhere' }, body: '' })],
  [
    'with an endless Retry-After',
    answer({ status: 429, headers: { 'retry-after': '99999999' }, body: '{}' }),
  ],
  [
    'with a Retry-After of zero, always',
    answer({ status: 429, headers: { 'retry-after': '0' }, body: '{}' }),
  ],
  ['that reports a missing key', answer({ status: 401, body: '{"statusCode":401,"error":"Forbidden"}' })],
  ['that disconnects in the middle', answer({ fate: 'cut' })],
  ['that disconnects without a body', answer({ fate: 'dropped' })],
  [
    'that is valid and has cache headers',
    (honest) => ({
      ...honest,
      headers: { ...honest.headers, 'cache-control': 'public, max-age=31536000, immutable' },
    }),
  ],
]

/** Invalid responses that only apply to quotes. */
const QUOTES: readonly [name: string, lie: ServiceLie][] = [
  [
    'never comes',
    async (honest, { hold }) => {
      await hold()
      return honest
    },
  ],
  ['with a duplicate output, the second of one unit', twice('effectiveOutputAmount', '1')],
  ['with a duplicate minimum, the second of one unit', twice('minOutputAmount', '1')],
  ['with duplicate calldata, the second empty', twice('calldata', '0x')],
  ['with a duplicate revert status', twice('revert', true)],
  ['with a duplicate value', twice('value', '1000000000000000000')],
  ['with the fields of its result repeated outside', envelope((content) => ({ ...content, value: '1' }))],
]

const about = (what: 'price' | 'quote', tellings: readonly [string, ServiceLie][]): Lie[] =>
  tellings.map(([name, lie]) => ({ name: `a response with the ${what} ${name}`, [what]: lie }))

/** Invalid responses of the service at the HTTP and JSON level. */
export const TRANSPORT_LIES: readonly Lie[] = [
  ...about('price', ANSWERS),
  ...about('quote', [...ANSWERS, ...QUOTES]),
]
