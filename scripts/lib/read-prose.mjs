const TITLE = /^(?:describe|it|test)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.+?)\1/

/**
 * Returns the sentences in a file that people read: comments and test titles of code, and the prose
 * of documents.
 *
 * @returns {{ kind: 'comment' | 'title' | 'document', line: number, text: string }[]}
 */
export function readProse(file, text) {
  if (file.endsWith('.md')) return readDocument(text)
  return /\.(?:ts|tsx|mjs|sol)$/.test(file) ? readCode(text) : []
}

function readDocument(text) {
  let isFenced = false
  return text.split('\n').flatMap((row, index) => {
    const trimmed = row.trim()
    const isFence = trimmed.startsWith('```')
    if (isFence) isFenced = !isFenced
    if (isFenced || isFence || !trimmed || trimmed.startsWith('|') || trimmed.startsWith('#')) return []
    return trimmed
      .replace(/^[-*\d.]+\s+/, '')
      .split(/(?<=[.:;])\s+/)
      .map((sentence) => ({ kind: 'document', line: index + 1, text: sentence }))
  })
}

function readCode(text) {
  let isInBlock = false
  return text.split('\n').flatMap((row, index) => {
    const trimmed = row.trim()
    const line = index + 1
    let comment
    if (isInBlock || trimmed.startsWith('/*')) {
      comment = trimmed.replace(/^\/?\*+\/?\s?/, '').replace(/\*\/.*$/, '')
      isInBlock = !trimmed.includes('*/')
    } else if (/^\/\/(?!\/)/.test(trimmed)) {
      comment = trimmed.replace(/^\/+\s?/, '')
    }
    if (comment?.trim()) return [{ kind: 'comment', line, text: comment.trim() }]
    const title = TITLE.exec(trimmed)
    return title ? [{ kind: 'title', line, text: title[2] }] : []
  })
}
