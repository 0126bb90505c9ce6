import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['dist/**', 'wailsjs/**', 'node_modules/**'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      // Written by models and tools: a session's text never becomes markup. One file renders
      // the highlighter's own output.
      'svelte/no-at-html-tags': 'error',
      // Sets and maps in state are replaced whole, as all large data is.
      'svelte/prefer-svelte-reactivity': 'off',
      // The page is one page: there is nothing to resolve.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ['src/ui/CodeBlock.svelte'], rules: { 'svelte/no-at-html-tags': 'off' } },
  { files: ['*.config.{js,ts}', 'e2e/**'], languageOptions: { globals: { ...globals.node } } },
)
