// Made by tools/make_layouts.py from the files in Layouts. Do not edit.

/// Texts of the layouts that are part of the plugin.
enum StandardLayouts {
  /// Names in the order of languages for people, each with the text of its file.
  static let texts: [(name: String, text: StaticString)] = [
    (
      "en-US",
      #"""
      keys 1
      layout en-US
      name English (US)
      row q w e r t y u i o p
      row a s d f g h j k l
      row z x c v b n m
      variants e:éèêëēęě r:ř t:þť y:ýÿ u:úùûüūů i:íìîïī o:óòôöœõøō a:àáâäæãåāą s:ßśšş d:ðď g:ğ l:ł z:žźż c:çćč n:ñńň
      """#
    ),
    (
      "en-GB",
      #"""
      keys 1
      layout en-GB
      name English (UK)
      row q w e r t y u i o p
      row a s d f g h j k l
      row z x c v b n m
      variants e:éèêëēęě r:ř t:þť y:ýÿ u:úùûüūů i:íìîïī o:óòôöœõøō a:àáâäæãåāą s:ßśšş d:ðď g:ğ l:ł z:žźż c:çćč n:ñńň
      """#
    ),
    (
      "de",
      #"""
      keys 1
      layout de
      name Deutsch
      separator ,
      row q w e r t z u i o p ü
      row a s d f g h j k l ö ä
      row y x c v b n m
      variants e:éèêëēęě r:ř t:þť z:žźż u:üúùûūů i:íìîïī o:öóòôœõøō a:äàáâæãåāą s:ßśšş d:ðď g:ğ l:ł y:ýÿ c:çćč n:ñńň
      """#
    ),
    (
      "fr",
      #"""
      keys 1
      layout fr
      name Français
      separator ,
      row a z e r t y u i o p dead:^
      row q s d f g h j k l m ù
      row w x c v b n
      variants a:àâæáäãåāą z:žźż e:éèêëēęě r:ř t:þť y:ÿý u:ùûüúūů i:îïíìī o:ôœóòöõøō s:ßśšş d:ðď g:ğ l:ł c:çćč n:ñńň
      dead ^ aâ AÂ cĉ CĈ eê EÊ gĝ GĜ hĥ HĤ iî IÎ jĵ JĴ oô OÔ sŝ SŜ uû UÛ wŵ WŴ yŷ YŶ
      """#
    ),
    (
      "es",
      #"""
      keys 1
      layout es
      name Español
      separator ,
      row q w e r t y u i o p dead:`
      row a s d f g h j k l ñ dead:´ ç
      row z x c v b n m
      variants e:éèêëēęě r:ř t:þť y:ýÿ u:úüùûūů i:íìîïī o:óòôöœõøō a:áàâäæãåāą s:ßśšş d:ðď g:ğ l:ł z:žźż c:çćč n:ñńň
      dead ` aà AÀ eè EÈ iì IÌ nǹ NǸ oò OÒ uù UÙ
      dead ´ aá AÁ cć CĆ eé EÉ gǵ GǴ ií IÍ lĺ LĹ nń NŃ oó OÓ rŕ RŔ sś SŚ uú UÚ yý YÝ zź ZŹ
      """#
    ),
    (
      "it",
      #"""
      keys 1
      layout it
      name Italiano
      separator ,
      row q w e r t y u i o p è/é
      row a s d f g h j k l ò/ç à ù
      row z x c v b n m
      variants e:èéêëēęě r:ř t:þť y:ýÿ u:ùúûüūů i:ìíîïī o:òóôöœõøō a:àáâäæãåāą s:ßśšş d:ðď g:ğ l:ł z:žźż c:çćč n:ñńň
      """#
    ),
    (
      "pt",
      #"""
      keys 1
      layout pt
      name Português
      separator ,
      row q w e r t y u i o p dead:´
      row a s d f g h j k l ç dead:~
      row z x c v b n m
      variants e:éêèëēęě r:ř t:þť y:ýÿ u:úüùûūů i:íìîïī o:óôõòöœøō a:áâãàäæåāą s:ßśšş d:ðď g:ğ l:ł z:žźż c:çćč n:ñńň
      dead ´ aá AÁ cć CĆ eé EÉ gǵ GǴ ií IÍ lĺ LĹ nń NŃ oó OÓ rŕ RŔ sś SŚ uú UÚ yý YÝ zź ZŹ
      dead ~ aã AÃ iĩ IĨ nñ NÑ oõ OÕ uũ UŨ
      """#
    ),
    (
      "pl",
      #"""
      keys 1
      layout pl
      name Polski
      separator ,
      row q w e r t y u i o p
      row a s d f g h j k l
      row z x c v b n m
      variants e:ęéèêëēě r:ř t:þť y:ýÿ u:úùûüūů i:íìîïī o:óòôöœõøō a:ąàáâäæãåā s:śßšş d:ðď g:ğ l:ł z:żźž x:ź c:ćçč
      variants n:ńñň
      """#
    ),
    (
      "tr",
      #"""
      keys 1
      layout tr
      name Türkçe
      separator ,
      row q w e r t y u ı o p ğ ü
      row a s d f g h j k l ş i/İ
      row z x c v b n m ö ç
      variants e:éèêëēęě r:ř t:þť y:ýÿ u:üûúùūů o:öóòôœõøō a:âàáäæãåāą s:şßśš d:ðď g:ğ l:ł i:îíìïī z:žźż c:çćč n:ñńň
      """#
    ),
    (
      "ru",
      #"""
      keys 1
      layout ru
      name Русский
      separator ,
      row й ц у к е н г ш щ з х ъ
      row ф ы в а п р о л д ж э
      row я ч с м и т ь б ю
      variants е:ё ь:ъ
      """#
    ),
    (
      "el",
      #"""
      keys 1
      layout el
      name Ελληνικά
      separator ,
      row ς ε ρ τ υ θ ι ο π
      row α σ δ φ γ η ξ κ λ dead:´
      row ζ χ ψ ω β ν μ
      variants ε:έ υ:ύϋΰ ι:ίϊΐ ο:ό α:ά σ:ς η:ή ω:ώ
      dead ´ αά ΑΆ εέ ΕΈ ηή ΗΉ ιί ΙΊ οό ΟΌ υύ ΥΎ ωώ ΩΏ ϊΐ ϋΰ
      """#
    ),
    (
      "he",
      #"""
      keys 1
      layout he
      name עברית
      direction rtl
      row ק ר א ט ו ן ם פ
      row ש ד ג כ ע י ח ל ך ף
      row ז ס ב ה נ מ צ ת ץ
      """#
    ),
    (
      "ar",
      #"""
      keys 1
      layout ar
      name العربية
      direction rtl
      row ض ص ث ق ف/لإ غ/إ ع ه خ ح ج د
      row ش س ي ب ل/لأ ا/أ ت ن م ك ط
      row ئ ء ؤ ر لا/لآ ى/آ ة و ز ظ
      variants ف:ڤ ه:ة ج:چ ي:ىئ ب:پ ا:أإآٱ و:ؤ
      """#
    ),
    (
      "ko",
      #"""
      keys 1
      layout ko
      name 한국어
      input hangul
      row ㅂ/ㅃ ㅈ/ㅉ ㄷ/ㄸ ㄱ/ㄲ ㅅ/ㅆ ㅛ ㅕ ㅑ ㅐ/ㅒ ㅔ/ㅖ
      row ㅁ ㄴ ㅇ ㄹ ㅎ ㅗ ㅓ ㅏ ㅣ
      row ㅋ ㅌ ㅊ ㅍ ㅠ ㅜ ㅡ
      """#
    ),
    (
      "ja",
      #"""
      keys 1
      layout ja
      name 日本語
      input kana
      row q w e r t y u i o p
      row a s d f g h j k l -
      row z x c v b n m
      """#
    ),
    (
      "zh",
      #"""
      keys 1
      layout zh
      name 拼音
      input pinyin
      row q w e r t y u i o p
      row a s d f g h j k l
      row z x c v b n m
      """#
    ),
    (
      "zh-Hant",
      #"""
      keys 1
      layout zh-Hant
      name 注音
      input zhuyin
      row ㄅ ㄉ ˇ ˋ ㄓ ˊ ˙ ㄚ ㄞ ㄢ ㄦ
      row ㄆ ㄊ ㄍ ㄐ ㄔ ㄗ ㄧ ㄛ ㄟ ㄣ
      row ㄇ ㄋ ㄎ ㄑ ㄕ ㄘ ㄨ ㄜ ㄠ ㄤ
      row ㄈ ㄌ ㄏ ㄒ ㄖ ㄙ ㄩ ㄝ ㄡ ㄥ
      """#
    ),
  ]

  /// Groups of emoji.
  static let emoji: StaticString =
    #"""
    emoji 1
    group Faces
    signs 😀=grinning 😃=smiling,open,mouth 😄=smiling,open,mouth,eyes 😁=grinning,smiling,eyes
    signs 😆=smiling,open,mouth,tightly,closed,eyes 😅=smiling,open,mouth,cold,sweat 😂=tears,joy 🙂=slightly,smiling
    signs 🙃=upside,down 😉=winking 😊=smiling,eyes 😇=smiling,halo 😍=smiling,heart,shaped,eyes 😘=throwing,a,kiss
    signs 😋=savouring,delicious,food 😜=stuck,out,tongue,winking,eye 🤔=thinking 🤗=hugging 😐=neutral 😏=smirking 😒=unamused
    signs 😌=relieved 😔=pensive 😴=sleeping 😷=medical,mask 🤒=thermometer 🤕=head,bandage 😎=smiling,sunglasses 🤓=nerd
    signs 😕=confused 🙁=slightly,frowning 😮=open,mouth 😳=flushed 😢=crying 😭=loudly,crying 😱=screaming,in,fear
    signs 😤=look,triumph 😡=pouting 👿=imp 💀=skull
    group People
    signs 👍=thumbs,up 👎=thumbs,down 👌=ok,hand ✌️=victory,hand 🤞=hand,index,middle,fingers,crossed 👋=waving,hand
    signs 🙏=person,folded,hands 👏=clapping,hands 💪=flexed,biceps 👀=eyes 👶=baby 👦=boy 👧=girl 👨=man 👩=woman 👴=older,man
    signs 👵=older,woman 👮=police,officer 👷=construction,worker 💃=dancer 🏃=runner 🚶=pedestrian 👫=man,woman,holding,hands
    signs 👪=family
    group Nature
    signs 🐶=dog 🐱=cat 🐭=mouse 🐰=rabbit 🦊=fox 🐻=bear 🐼=panda 🐯=tiger 🦁=lion 🐮=cow 🐷=pig 🐸=frog 🐵=monkey 🐔=chicken
    signs 🐧=penguin 🐦=bird 🦆=duck 🦉=owl 🐝=honeybee 🦋=butterfly 🐌=snail 🐢=turtle 🐍=snake 🐟=fish 🐬=dolphin
    signs 🐳=spouting,whale 🌵=cactus 🌲=evergreen,tree 🌳=deciduous,tree 🌴=palm,tree 🌱=seedling 🍀=four,leaf,clover 🌷=tulip
    signs 🌹=rose 🌻=sunflower 🌞=sun 🌙=crescent,moon ⭐=medium,star 🔥=fire 💧=droplet ❄️=snowflake 🌈=rainbow
    group Food
    signs 🍎=red,apple 🍐=pear 🍊=tangerine 🍋=lemon 🍌=banana 🍉=watermelon 🍇=grapes 🍓=strawberry 🍒=cherries 🍑=peach
    signs 🍍=pineapple 🥝=kiwifruit 🍅=tomato 🥑=avocado 🥕=carrot 🌽=ear,maize 🍞=bread 🧀=cheese,wedge 🍳=cooking 🍔=hamburger
    signs 🍟=french,fries 🍕=slice,pizza 🌭=hot,dog 🌮=taco 🍝=spaghetti 🍜=steaming,bowl 🍣=sushi 🍦=soft,ice,cream 🍩=doughnut
    signs 🍪=cookie 🎂=birthday,cake 🍰=shortcake 🍫=chocolate,bar ☕=hot,beverage 🍵=teacup,without,handle 🍺=beer,mug
    signs 🍷=wine,glass
    group Travel
    signs 🚗=automobile 🚕=taxi 🚌=bus 🚲=bicycle 🚂=steam,locomotive ✈️=airplane 🚀=rocket ⛵=sailboat 🚢=ship 🏠=house,building
    signs 🏢=office,building 🏥=hospital 🏫=school ⛺=tent 🌍=earth,globe,europe,africa 🗺=world,map ⏰=alarm,clock ⌚=watch
    group Things
    signs 💡=electric,light,bulb 🔦=electric,torch 📱=mobile,phone 💻=personal,computer 📷=camera 📺=television 📻=radio
    signs 🔋=battery 🔌=electric,plug 🔧=wrench 🔨=hammer 🔑=key 🔒=lock 🔓=open,lock 📦=package 📁=file,folder 📌=pushpin
    signs 📎=paperclip ✂️=scissors 📅=calendar 📈=chart,upwards,trend 💰=money,bag 💊=pill 🎁=wrapped,present 🎈=balloon
    signs 🎉=party,popper 🏆=trophy ⚽=soccer,ball 🏀=basketball,hoop 🎾=tennis,racquet,ball 🎸=guitar 🎵=musical,note
    signs 🎧=headphone 🎮=video,game
    group Signs
    signs ❤️=heart 💛=yellow,heart 💚=green,heart 💙=blue,heart 💜=purple,heart 💔=broken,heart ✔️=check,mark ❌=cross,mark
    signs ❓=question,mark,ornament ❗=exclamation,mark ⚠️=warning 🚫=no,entry ♻️=universal,recycling ✅=check,mark ➕=plus
    signs ➖=minus 💯=hundred,points 🆗=squared,ok 🔔=bell 🔕=bell,cancellation,stroke 🔇=speaker,cancellation,stroke
    signs 🔊=speaker,three,sound,waves ▶️=right,pointing,triangle ⏸️=double,vertical,bar ⏹️=square,for,stop
    signs 🔄=anticlockwise,downwards,upwards,open,circle,arrows ⬆️=upwards,arrow ⬇️=downwards,arrow ⬅️=leftwards,arrow
    signs ➡️=rightwards,arrow
    """#
}
