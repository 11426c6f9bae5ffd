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
  ['is a page of HTML', answer(asHtml)],
  ['is a page of HTML with an error', answer({ status: 500, ...asHtml })],
  ['is empty', answer({ body: '' })],
  ['has no content', answer({ status: 204, body: '' })],
  ['is null', answer({ body: 'null' })],
  ['is a number', answer({ body: '42' })],
  ['is cut off', text((body) => body.slice(0, -20))],
  ['has something after it', text((body) => `${body}{}`)],
  ['has a mark at its beginning', text((body) => `\ufeff${body}`)],
  ['has NaN in it', text((body) => body.replace(/"revert":false|"value":"0"/, '"value":NaN'))],
  ['is said to be text', answer({ headers: { 'content-type': 'text/plain' } })],
  [
    'is an error with a good status',
    answer({ body: '{"statusCode":400,"error":"Invalid inputAmount provided"}' }),
  ],
  ['says 400 around a good result', envelope((content) => ({ ...content, statusCode: 400 }))],
  ['says 200 with a status of 400', answer({ status: 400 })],
  ['is in a list', envelope((content) => [content])],
  ['is twice in an envelope', envelope((content) => ({ statusCode: 200, result: content }))],
  ['has its result as text', envelope((content) => ({ ...content, result: JSON.stringify(content.result) }))],
  [
    'has other fields beside its result',
    envelope((content) => ({ ...content.result, effectiveOutputAmount: '1', ...content })),
  ],
  ['brings a prototype', text((body) => body.replace(/^{/, '{"__proto__":{"router":"0x0"},'))],
  ['is nested 100,000 deep', answer({ body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` })],
  ['is 6 MB long', text((body) => body.replace(/}}$/, `,"more":"${'x'.repeat(6_000_000)}"}}`))],
  ['sends elsewhere', answer({ status: 307, headers: { location: '/elsewhere' }, body: '' })],
  ['sends elsewhere for good', answer({ status: 301, headers: { location: '/elsewhere' }, body: '' })],
  ['wants patience for ever', answer({ status: 429, headers: { 'retry-after': '99999999' }, body: '{}' })],
  ['wants patience at once, always', answer({ status: 429, headers: { 'retry-after': '0' }, body: '{}' })],
  ['is that a key is missing', answer({ status: 401, body: '{"statusCode":401,"error":"Forbidden"}' })],
  ['breaks off in the middle', answer({ fate: 'cut' })],
  ['is a line that goes dead', answer({ fate: 'dropped' })],
  [
    'is good and says how long to keep it',
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
  ['says its output twice, the second time one unit', twice('effectiveOutputAmount', '1')],
  ['says its minimum twice, the second time one unit', twice('minOutputAmount', '1')],
  ['says its call twice, the second time nothing', twice('calldata', '0x')],
  ['says twice whether it fails', twice('revert', true)],
  ['says its value twice', twice('value', '1000000000000000000')],
  ['says what is in its result once more outside', envelope((content) => ({ ...content, value: '1' }))],
]

const about = (what: 'price' | 'quote', tellings: readonly [string, ServiceLie][]): Lie[] =>
  tellings.map(([name, lie]) => ({ name: `the answer with the ${what} ${name}`, [what]: lie }))

/** Invalid responses of the service at the HTTP and JSON level. */
export const TRANSPORT_LIES: readonly Lie[] = [
  ...about('price', ANSWERS),
  ...about('quote', [...ANSWERS, ...QUOTES]),
]
