export default {
  compilerOptions: { runes: ({ filename }) => (filename.includes('node_modules') ? undefined : true) },
}
