import fs from 'node:fs'

// For each match of `:dir()` in its default style sheet against a `<bdi>`, jsdom parses Unicode
// tables again. This slows down every query by role, and no test reads styles of a direction.
const { readFileSync } = fs
fs.readFileSync = (path, ...options) => {
  const content = readFileSync(path, ...options)
  return /jsdom[\\/]browser[\\/]default-stylesheet\.css$/.test(String(path))
    ? content.replace(/^[^\n{]*:dir\([^\n}]*\}$/gm, '')
    : content
}
