Unicode true

# The installer for Windows. "wails build -platform windows/amd64 -nsis" writes wails_tools.nsh beside it and runs makensis.
!define PRODUCT_EXECUTABLE "branchline.exe"
!include "wails_tools.nsh"

VIProductVersion "${INFO_PRODUCTVERSION}.0"
VIFileVersion    "${INFO_PRODUCTVERSION}.0"
VIAddVersionKey "CompanyName"     "${INFO_COMPANYNAME}"
VIAddVersionKey "FileDescription" "${INFO_PRODUCTNAME} Installer"
VIAddVersionKey "ProductVersion"  "${INFO_PRODUCTVERSION}"
VIAddVersionKey "FileVersion"     "${INFO_PRODUCTVERSION}"
VIAddVersionKey "LegalCopyright"  "${INFO_COPYRIGHT}"
VIAddVersionKey "ProductName"     "${INFO_PRODUCTNAME}"

ManifestDPIAware true

!include "MUI.nsh"

!define MUI_ICON "..\icon.ico"
!define MUI_UNICON "..\icon.ico"
!define MUI_FINISHPAGE_NOAUTOCLOSE
!define MUI_ABORTWARNING

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Name "${INFO_PRODUCTNAME}"
OutFile "..\..\bin\${INFO_PROJECTNAME}-${ARCH}-installer.exe"
!ifdef WAILS_INSTALL_SCOPE
  !if "${WAILS_INSTALL_SCOPE}" == "user"
    InstallDir "$LOCALAPPDATA\Programs\${INFO_PRODUCTNAME}"
  !else
    InstallDir "$PROGRAMFILES64\${INFO_PRODUCTNAME}"
  !endif
!else
  InstallDir "$PROGRAMFILES64\${INFO_PRODUCTNAME}"
!endif
ShowInstDetails show

!define CLASS "Branchline.Session"

# Not wails.associateFiles: it leaves the program's path without quotes, and would take .jsonl from other programs.
!macro associate
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}" "" "Agent session"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}\DefaultIcon" "" "$INSTDIR\${PRODUCT_EXECUTABLE},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}\shell\open" "" "Open with ${INFO_PRODUCTNAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${CLASS}\shell\open\command" "" '"$INSTDIR\${PRODUCT_EXECUTABLE}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.pisession" "" "${CLASS}"
  # One of the programs to choose from, nothing more.
  WriteRegStr SHELL_CONTEXT "Software\Classes\.jsonl\OpenWithProgids" "${CLASS}" ""
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"
!macroend

!macro unassociate
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${CLASS}"
  ReadRegStr $R0 SHELL_CONTEXT "Software\Classes\.pisession" ""
  ${If} $R0 == "${CLASS}"
    DeleteRegValue SHELL_CONTEXT "Software\Classes\.pisession" ""
  ${EndIf}
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.pisession"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.jsonl\OpenWithProgids" "${CLASS}"
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.jsonl\OpenWithProgids"
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.jsonl"
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"
!macroend

Function .onInit
  !insertmacro wails.checkArchitecture
FunctionEnd

Section
  !insertmacro wails.setShellContext
  !insertmacro wails.webview2runtime

  SetOutPath $INSTDIR
  !insertmacro wails.files
  CreateShortcut "$SMPROGRAMS\${INFO_PRODUCTNAME}.lnk" "$INSTDIR\${PRODUCT_EXECUTABLE}"
  !insertmacro associate
  !insertmacro wails.writeUninstaller
SectionEnd

Section "uninstall"
  !insertmacro wails.setShellContext

  # What the web view keeps for itself. Settings and notes stay.
  RMDir /r "$AppData\${PRODUCT_EXECUTABLE}"
  Delete "$INSTDIR\${PRODUCT_EXECUTABLE}"
  Delete "$SMPROGRAMS\${INFO_PRODUCTNAME}.lnk"
  !insertmacro unassociate
  !insertmacro wails.deleteUninstaller
  RMDir "$INSTDIR"
SectionEnd
