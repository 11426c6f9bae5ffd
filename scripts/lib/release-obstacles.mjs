/**
 * Returns the reasons not to release the package, one sentence each. `manifest` and `files`
 * describe the published folder, `contacts` are texts that name the security contact, `changes` is
 * the output of `git status --porcelain`, and `source` is the address of the repository whose
 * workflow publishes, if any.
 */
export function findObstacles({ manifest, changelog, files, contacts, changes, source, isDryRun }) {
  const { name, version } = manifest
  const heading = changelog.match(/^## (.*)$/m)?.[1] ?? ''
  return [
    manifest.private && `${name} is private: the build removes this field, so build the package again.`,
    manifest.publishConfig?.provenance !== true &&
      'The manifest requests no provenance: set publishConfig.provenance to true.',
    !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && `${version} is not a version: use three numbers.`,
    !heading.startsWith(version) &&
      `CHANGELOG.md begins with "${heading}": its first section must be ${version}.`,
    ...missingFiles(manifest, files).map(
      (file) => `${file} is in the manifest but not in the package: build it.`,
    ),
    !isDryRun && describeRepository(manifest.repository?.url, source),
    ...['homepage', 'bugs'].map(
      (field) => !isDryRun && !manifest[field] && `package.json has no "${field}". Set it to an address.`,
    ),
    ...Object.entries(contacts).map(
      ([file, text]) =>
        !isDryRun &&
        text.includes('@example.invalid') &&
        `${file} names the placeholder security@example.invalid. Replace it by an address that is read.`,
    ),
    !isDryRun &&
      heading.includes('unreleased') &&
      `CHANGELOG.md marks ${version} as unreleased: write the release date.`,
    !isDryRun && changes !== '' && `There are uncommitted changes:\n${changes}`,
  ].filter(Boolean)
}

/** npm rejects provenance for a package that names another repository than its build's. */
function describeRepository(named, source) {
  const wanted = `"repository": { "type": "git", "url": "git+${source ?? 'https://<host>/<owner>/<name>'}.git" }`
  if (!named) return `package.json has no repository, which npm compares for provenance. Set ${wanted}`
  const bare = (url) =>
    url
      .toLowerCase()
      .replace(/^git\+/, '')
      .replace(/\.git$/, '')
  return source && bare(named) !== bare(source) && `package.json has the repository ${named}. Set ${wanted}`
}

/**
 * Returns the files that `exports` and `bin` name and that do not exist. A pattern must match at
 * least one file.
 */
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
