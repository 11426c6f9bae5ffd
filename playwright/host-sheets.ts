import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

/** Global element styles of resets and frameworks, and worse. */
const aggressiveStyles = `
  *, ::before, ::after { box-sizing: content-box; margin: 7px; padding: 3px; border: 0 solid red; font-size: 40px; letter-spacing: 3px; text-transform: uppercase; color: magenta }
  button, [type='button'] { background: transparent; background-image: none; padding: 0; font: inherit; color: inherit; border-radius: 0; text-transform: none; width: auto; min-height: 90px }
  input { background: yellow; border: 4px dashed red; height: 90px; box-shadow: 0 0 9px red }
  h1, h2, h3, p, ul, dl, dd { margin: 2em; font-weight: 100; font-size: 3em; list-style: square }
  a { color: red; text-decoration: underline } svg { width: 80px; height: 80px; vertical-align: middle }
`

/**
 * The preflight of Tailwind 3.4.19 with its default theme, written out: the package needs a build to resolve its `theme()`, and
 * brings 22 others.
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

/** Rules of a class and an element, as themes of content systems have them. */
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

const installed = (path: string) => readFileSync(join(root, 'node_modules', path), 'utf8')

/** Stylesheets of hosts that no skin takes anything from. Those of frameworks are unlayered, which is the most they can do. */
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
  'a page that cuts what overflows': 'html, body, main { overflow: hidden }',
  'a page that is transformed': 'main { transform: translate(12px, 8px) scale(0.96); perspective: 400px }',
}

/** Stylesheets that nothing in the tree of the page can resist: a shadow root does. */
export const RUDEST_SHEETS = {
  'rules with an id':
    '#main button, #main input, #main h2, #main svg { background: red; margin: 9px; padding: 20px; float: left; width: 90px; fill: red }',
  'rules that are important': readFileSync(join(root, 'public/partner.css'), 'utf8'),
}
