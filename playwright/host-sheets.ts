import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

/** Global element styles of resets and frameworks, and more aggressive ones. */
const aggressiveStyles = `
  *, ::before, ::after { box-sizing: content-box; margin: 7px; padding: 3px; border: 0 solid red; font-size: 40px; letter-spacing: 3px; text-transform: uppercase; color: magenta }
  button, [type='button'] { background: transparent; background-image: none; padding: 0; font: inherit; color: inherit; border-radius: 0; text-transform: none; width: auto; min-height: 90px }
  input { background: yellow; border: 4px dashed red; height: 90px; box-shadow: 0 0 9px red }
  h1, h2, h3, p, ul, dl, dd { margin: 2em; font-weight: 100; font-size: 3em; list-style: square }
  a { color: red; text-decoration: underline } svg { width: 80px; height: 80px; vertical-align: middle }
`

/**
 * The preflight of Tailwind 3.4.19 with its default theme. It is inlined, because the package needs
 * a build to resolve its `theme()` and has 22 dependencies.
 */
const tailwind3 = `
  *, ::before, ::after { box-sizing: border-box; border-width: 0; border-style: solid; border-color: #e5e7eb }
  ::before, ::after { --tw-content: '' }
  html, :host { line-height: 1.5; -webkit-text-size-adjust: 100%; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"; font-feature-settings: normal; font-variation-settings: normal; -webkit-tap-highlight-color: transparent }
  body { margin: 0; line-height: inherit }
  hr { height: 0; color: inherit; border-top-width: 1px }
  abbr:where([title]) { text-decoration: underline dotted }
  h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
  a { color: inherit; text-decoration: inherit }
  b, strong { font-weight: bolder }
  code, kbd, samp, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Monaco, Consolas, "Liberation Mono", "Courier New", monospace; font-feature-settings: normal; font-variation-settings: normal; font-size: 1em }
  small { font-size: 80% }
  sub, sup { font-size: 75%; line-height: 0; position: relative; vertical-align: baseline }
  sub { bottom: -0.25em }
  sup { top: -0.5em }
  table { text-indent: 0; border-color: inherit; border-collapse: collapse }
  button, input, optgroup, select, textarea { font-family: inherit; font-feature-settings: inherit; font-variation-settings: inherit; font-size: 100%; font-weight: inherit; line-height: inherit; letter-spacing: inherit; color: inherit; margin: 0; padding: 0 }
  button, select { text-transform: none }
  button, input:where([type='button']), input:where([type='reset']), input:where([type='submit']) { -webkit-appearance: button; background-color: transparent; background-image: none }
  progress { vertical-align: baseline }
  ::-webkit-inner-spin-button, ::-webkit-outer-spin-button { height: auto }
  [type='search'] { -webkit-appearance: textfield; outline-offset: -2px }
  ::-webkit-search-decoration { -webkit-appearance: none }
  ::-webkit-file-upload-button { -webkit-appearance: button; font: inherit }
  summary { display: list-item }
  blockquote, dl, dd, h1, h2, h3, h4, h5, h6, hr, figure, p, pre { margin: 0 }
  fieldset { margin: 0; padding: 0 }
  legend { padding: 0 }
  ol, ul, menu { list-style: none; margin: 0; padding: 0 }
  dialog { padding: 0 }
  textarea { resize: vertical }
  input::placeholder, textarea::placeholder { opacity: 1; color: #9ca3af }
  button, [role="button"] { cursor: pointer }
  :disabled { cursor: default }
  img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
  img, video { max-width: 100%; height: auto }
  [hidden]:where(:not([hidden='until-found'])) { display: none }
`

/** Rules with a class and an element, as in themes of content management systems. */
const article = `
  .entry-content h2 { margin: 2em 0 1em; padding: 4px; clear: both; float: left; font: 700 40px / 2 serif; color: red; border-bottom: 2px solid red; background: yellow; text-shadow: 1px 1px red }
  .entry-content .post p, .entry-content span { margin-bottom: 2em; font-size: 22px; line-height: 2; text-indent: 2em; white-space: pre; word-spacing: 1em }
  .entry-content a { color: red; text-decoration: underline; box-shadow: 0 2px red }
  .entry-content :is(ul, ol, dl, li, dd) { margin: 1em; padding: 1em; list-style: square; background: yellow }
  .entry-content .post button { background: red; color: yellow; border: 3px outset red; border-radius: 0; padding: 20px; min-width: 200px; min-height: 80px; font: 20px serif; text-transform: uppercase; box-shadow: 0 0 9px red; width: 100% }
`

const fields = `
  .post input[type='text'], .post input[type='text']:focus, .post input[type='search'], .post input[inputmode] { background: yellow; border: 4px solid red; padding: 20px; width: 50%; max-width: 90px; height: 90px; font-size: 11px; color: red; box-shadow: 0 0 9px red; float: left }
  .post input[type='checkbox'], .post input[type='radio'] { width: 40px; height: 40px; margin: 9px; float: right }
  .post label { display: block; font-weight: 700; background: yellow; float: left }
`

/** Decorations of buttons, icons, fields and texts, apart from boxes and fonts. */
const decorations = `
  button::before { content: ''; position: absolute; inset: 0; background: red }
  button::after { content: '»'; margin-left: 8px }
  button, button:hover, button:focus, button[aria-disabled] { position: relative; inset: 2px; transform: translateY(2px); filter: grayscale(1); overflow: hidden; transition: all 0.3s; outline: 3px dotted red; clip-path: inset(2px); cursor: wait; text-shadow: 1px 1px red; user-select: none; z-index: 9; mix-blend-mode: multiply }
  svg { position: absolute; transform: scale(2); stroke-width: 5; filter: contrast(2); opacity: 0.3; overflow: visible }
  svg * { stroke-width: 5; stroke-dasharray: 2; transform: rotate(9deg); fill: red; d: path('M0 0h9') }
  input, input:focus { position: absolute; transform: scale(0.5); filter: invert(1); caret-color: red; -webkit-text-fill-color: red; text-align: right }
  ::placeholder { color: red; opacity: 0.2; font-style: italic }
  ul, ol { columns: 2; list-style: square inside } li::before { content: '✓' } li::marker { color: red; content: 'x' } li { break-inside: avoid; border-left: 3px solid red }
  label::after, dt::after { content: ':' } summary { display: list-item } summary::after { content: '+' } details { border: 1px solid red }
  h2 { text-transform: uppercase; letter-spacing: 4px; position: sticky; top: 0 } h2::before { content: '#' } h2::after { content: ''; display: block; height: 4px; background: red }
  p { hyphens: auto; columns: 2; text-wrap: balance; max-width: 20ch; line-height: 3 } p::before { content: '— ' }
  a { pointer-events: none; display: inline-block; text-decoration: wavy underline red; border-bottom: 1px solid red } a::after { content: ' ↗' }
  table { border-collapse: collapse } th, td { padding: 9px; border: 1px solid red }
  section, header, footer, form, fieldset { padding: 40px 0; background: #eee; position: relative; box-shadow: 0 0 9px red; max-width: 200px; backdrop-filter: contrast(2) }
  dialog { inset: 9px auto auto 9px; transform: scale(0.9); clip-path: circle(); border-radius: 0 } dialog::backdrop { background: red; backdrop-filter: contrast(2) }
  img { filter: sepia(1); object-fit: contain; mix-blend-mode: multiply; border-radius: 0 }
`

const everything = `
  * { transition: all 0.4s; animation: host 9s paused; font-style: italic; flex-shrink: 0; align-self: stretch; justify-self: end; order: 1; cursor: wait; hyphens: auto; word-break: break-all; overflow-wrap: anywhere; user-select: none; text-shadow: 1px 1px red; box-shadow: 0 0 3px red; outline: 2px solid red; mix-blend-mode: multiply; rotate: 3deg; scale: 1.1; translate: 3px; z-index: 3; content-visibility: visible; filter: contrast(1.1); mask-type: alpha; perspective: 9px; -webkit-text-fill-color: red; -webkit-text-stroke: 1px red; text-emphasis: dot; stroke-width: 5; text-align-last: right; font-kerning: none; font-feature-settings: 'ss01'; font-stretch: condensed; font-variant-caps: small-caps; tab-size: 2; text-rendering: geometricPrecision; will-change: transform }
  @keyframes host { from { translate: 9px } to { opacity: 0.5 } }
  *::before, *::after { content: '*'; display: table; clear: both; color: red }
`

/** Properties that the whole page inherits. */
const inherited = `
  body { word-break: break-all; hyphens: auto; cursor: wait; -webkit-text-fill-color: red; text-shadow: 1px 1px red; text-emphasis: dot; line-break: anywhere; text-wrap: balance; tab-size: 2; list-style: square; border-collapse: collapse; caret-color: red; accent-color: red; quotes: none; text-underline-offset: 4px; stroke-width: 5; stroke-dasharray: 3; paint-order: stroke; font: italic small-caps 300 30px / 3 serif; font-kerning: none; font-feature-settings: 'ss01'; letter-spacing: 2px; word-spacing: 2px; text-align-last: right; text-rendering: geometricPrecision; overflow-wrap: anywhere }
`

/** Rules of WordPress's block themes and plugins. */
const blockTheme = `
  .entry-content a::after, .entry-content a[target='_blank']::after { content: '↗'; padding-left: 4px }
  .entry-content :where(button, .wp-element-button), .wp-element-button { background: #32373c; border-radius: 9999px; box-shadow: none; text-decoration: none; padding: calc(0.667em + 2px) calc(1.333em + 2px); font-size: 1.125em }
  .entry-content button:not(.toggle):not(.close):hover, .entry-content button:focus { background: #000; color: #fff; opacity: 0.85; outline: 2px dashed; transform: translateY(-1px); text-decoration: underline }
  .entry-content button:disabled, .entry-content button[aria-disabled='true'] { opacity: 0.5; cursor: not-allowed; filter: grayscale(1) }
  .entry-content > *, .entry-content .is-layout-flow > * { margin-block: 24px 0 }
  .entry-content .post > * + * { margin-block-start: 24px }
  .entry-content ul li::before { content: '–'; position: absolute; left: -1em } .entry-content ul li { position: relative }
  .entry-content h2::before { content: ''; display: block; width: 40px; border-top: 3px solid }
  .entry-content :where(dl, dt, dd) { display: grid; gap: 20px } .entry-content dt { font-weight: 700; text-transform: uppercase }
  .entry-content svg, .entry-content svg path { fill: currentColor; stroke: none; vertical-align: -0.1em } .entry-content img { height: auto; max-width: 100%; border: 1px solid }
  .entry-content input:not([type='submit']):not([type='checkbox']) { border: 1px solid #949494; transition: border 0.2s; appearance: auto } .entry-content input::placeholder { color: #949494 }
  .entry-content label { display: block; text-transform: uppercase; letter-spacing: 0.1em } .entry-content summary::before { content: '▸' }
  .entry-content section { animation: enter 0.4s } @keyframes enter { from { opacity: 0 } }
`

/**
 * Rules in a layer, like the resets of Tailwind 4. Excludes icons, whose attributes have the same
 * low priority.
 */
const layered = `@layer host {
  ${decorations.replaceAll(/svg.*/g, '')}
  ${everything.replace('* {', '*:not(svg, svg *) {')}
  svg { display: inline; position: absolute; transform: scale(2); filter: contrast(2); opacity: 0.3; overflow: hidden; vertical-align: middle }
}`

const installed = (path: string) => readFileSync(join(root, 'node_modules', path), 'utf8')

/**
 * Stylesheets of hosts that affect no skin. Framework styles are unlayered, which gives them
 * the highest priority.
 */
export const HOST_SHEETS = {
  'aggressive styles': aggressiveStyles,
  'Bootstrap 5': installed('bootstrap/dist/css/bootstrap.min.css'),
  'the preflight of Tailwind 3': tailwind3,
  'the preflight of Tailwind 4': installed('tailwindcss/preflight.css'),
  'buttons and fields without any style': 'button, input, a { all: unset }',
  'boxes of content size, with margins': '* { box-sizing: content-box; margin: 9px }',
  'a root font size of 62.5%': 'html { font-size: 62.5% }',
  'a root font size of 100px': 'html { font-size: 100px }',
  'icons with fillings and edges': 'svg { fill: tomato; stroke: tomato }',
  'rules for the text of an article': article,
  'rules for the fields of a post': fields,
  'pictures beside a text':
    'img, svg { float: left; clear: both; max-width: 50%; max-height: 7px; height: auto; margin: 9px; opacity: 0.5 }',
  'a page from right to left': 'html { direction: rtl; text-align: right }',
  'decorated buttons, icons, fields and texts': decorations,
  'everything at once': everything,
  'what a page inherits': inherited,
  'a block theme of WordPress': blockTheme,
  'rules in a layer': layered,
}

/** Stylesheets that only a shadow root can resist. */
export const RUDEST_SHEETS = {
  'rules with an id':
    '#main button, #main input, #main h2, #main svg { background: red; margin: 9px; padding: 20px; float: left; width: 90px; fill: red }',
  'rules that are important': readFileSync(join(root, 'public/partner.css'), 'utf8'),
}
