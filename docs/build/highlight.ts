const KEYWORDS =
  'import|from|export|const|let|function|return|await|async|new|if|else|for|of|in|type|interface|declare|query|true|false|null|undefined|typeof|satisfies|as'

const TOKENS = new RegExp(
  [
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^#[^\n]*)/,
    /(?<string>'[^'\n]*'|"[^"\n]*"|`[^`]*`)/,
    new RegExp(`(?<keyword>\\b(?:${KEYWORDS})\\b)`),
    /(?<tag><\/?[A-Za-z][\w.-]*)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/** In CSS, `#swap` is a selector and `//` starts no comment. */
const CSS_TOKENS = /(?<comment>\/\*[\s\S]*?\*\/)|(?<string>'[^'\n]*'|"[^"\n]*")|(?<keyword>@[\w-]+)/g

/** Returns the escaped HTML of a code block, with comments, strings, keywords and tags in classes. */
export function highlight(code: string, language: string): string {
  let html = ''
  let end = 0
  for (const match of code.matchAll(language === 'css' ? CSS_TOKENS : TOKENS)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
