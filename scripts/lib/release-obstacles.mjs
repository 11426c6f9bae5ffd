/**
 * Returns the reasons not to release the package, one sentence each. `manifest` and `files` describe the
 * published folder, `changes` is the output of `git status --porcelain`, and `source` is the address of
 * the repository whose workflow publishes, if any.
 */
export function findObstacles({ manifest, changelog, files, changes, source, isDryRun }) {
  const { name, version } = manifest
  const heading = changelog.match(/^## (.*)$/m)?.[1] ?? ''
  return [
    manifest.private && `${name} is private: build the package anew, its manifest has no such field.`,
    manifest.publishConfig?.provenance !== true &&
      'The manifest does not ask for provenance: set publishConfig.provenance to true.',
    !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && `${version} is no version: use three numbers.`,
    !heading.startsWith(version) &&
      `CHANGELOG.md begins with "${heading}": its first section has to be that of ${version}.`,
    ...missingFiles(manifest, files).map(
      (file) => `${file} is named by the manifest and is not packed: build it.`,
    ),
    !isDryRun && tellRepository(manifest.repository?.url, source),
    ...['homepage', 'bugs'].map(
      (field) => !isDryRun && !manifest[field] && `package.json has no "${field}". Fill in its address.`,
    ),
    !isDryRun &&
      heading.includes('unreleased') &&
      `CHANGELOG.md calls ${version} unreleased: write the day of the release there.`,
    !isDryRun && changes !== '' && `There are changes that are not committed:\n${changes}`,
  ].filter(Boolean)
}

/** npm takes no provenance of a package that names another repository than the one it was built from. */
function tellRepository(named, source) {
  const wanted = `"repository": { "type": "git", "url": "git+${source ?? 'https://<host>/<owner>/<name>'}.git" }`
  if (!named) return `package.json names no repository, which npm compares for provenance. Fill in: ${wanted}`
  const bare = (url) =>
    url
      .toLowerCase()
      .replace(/^git\+/, '')
      .replace(/\.git$/, '')
  return source && bare(named) !== bare(source) && `package.json names ${named}. Fill in: ${wanted}`
}

/** The files that `exports` and `bin` name and that are not there; one with a star has to match some file. */
function missingFiles({ exports = {}, bin = {} }, files) {
  const named = [...Object.values(exports).flatMap((entry) => toPaths(entry)), ...Object.values(bin)]
  return named
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => {
      const [before, after] = path.split('*')
      return after === undefined
        ? !files.includes(path)
        : !files.some((file) => file.startsWith(before) && file.endsWith(after))
    })
}

const toPaths = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry))
