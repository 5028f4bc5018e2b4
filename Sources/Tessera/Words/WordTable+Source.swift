extension WordTable {
  /// Words by language; see ``WordTable``.
  static let source = """
    # cut copy paste selectAll suggestions
    en|Cut|Copy|Paste|Select All|Suggestions
    de|Ausschneiden|Kopieren|Einfügen|Alles auswählen|Vorschläge
    fr|Couper|Copier|Coller|Tout sélectionner|Suggestions
    es|Cortar|Copiar|Pegar|Seleccionar todo|Sugerencias
    it|Taglia|Copia|Incolla|Seleziona tutto|Suggerimenti
    pt|Cortar|Copiar|Colar|Selecionar tudo|Sugestões
    nl|Knippen|Kopiëren|Plakken|Alles selecteren|Suggesties
    sv|Klipp ut|Kopiera|Klistra in|Markera allt|Förslag
    da|Klip|Kopiér|Sæt ind|Vælg alle|Forslag
    nb|Klipp ut|Kopier|Lim inn|Velg alt|Forslag
    fi|Leikkaa|Kopioi|Sijoita|Valitse kaikki|Ehdotukset
    pl|Wytnij|Kopiuj|Wklej|Zaznacz wszystko|Sugestie
    cs|Vyjmout|Kopírovat|Vložit|Vybrat vše|Návrhy
    ru|Вырезать|Копировать|Вставить|Выбрать все|Подсказки
    uk|Вирізати|Копіювати|Вставити|Вибрати все|Підказки
    tr|Kes|Kopyala|Yapıştır|Tümünü seç|Öneriler
    ar|قص|نسخ|لصق|تحديد الكل|اقتراحات
    he|גזירה|העתקה|הדבקה|בחירת הכול|הצעות
    zh|剪切|复制|粘贴|全选|建议
    zh-Hant|剪下|拷貝|貼上|全選|建議
    ja|カット|コピー|ペースト|すべて選択|候補
    ko|오려두기|복사|붙여넣기|전체 선택|추천 단어
    # back clear delete move details remove menu divider cancel
    en|Back|Clear|Delete|Move|Details|Remove|Menu|Divider|Cancel
    de|Zurück|Leeren|Löschen|Verschieben|Details|Entfernen|Menü|Trennlinie|Abbrechen
    fr|Retour|Effacer|Supprimer|Déplacer|Détails|Retirer|Menu|Séparateur|Annuler
    es|Atrás|Borrar|Eliminar|Mover|Detalles|Quitar|Menú|Divisor|Cancelar
    it|Indietro|Cancella|Elimina|Sposta|Dettagli|Rimuovi|Menu|Divisore|Annulla
    pt|Voltar|Limpar|Apagar|Mover|Detalhes|Remover|Menu|Divisor|Cancelar
    nl|Terug|Wissen|Verwijderen|Verplaatsen|Details|Weghalen|Menu|Scheidingslijn|Annuleren
    sv|Tillbaka|Rensa|Radera|Flytta|Detaljer|Ta bort|Meny|Avdelare|Avbryt
    da|Tilbage|Ryd|Slet|Flyt|Detaljer|Fjern|Menu|Skillelinje|Annuller
    nb|Tilbake|Tøm|Slett|Flytt|Detaljer|Fjern|Meny|Skillelinje|Avbryt
    fi|Takaisin|Tyhjennä|Poista|Siirrä|Tiedot|Poista|Valikko|Jakaja|Peruuta
    pl|Wstecz|Wyczyść|Usuń|Przenieś|Szczegóły|Usuń|Menu|Linia podziału|Anuluj
    cs|Zpět|Vymazat|Smazat|Přesunout|Podrobnosti|Odebrat|Nabídka|Oddělovač|Zrušit
    ru|Назад|Очистить|Удалить|Переместить|Подробнее|Убрать|Меню|Разделитель|Отмена
    uk|Назад|Очистити|Видалити|Перемістити|Докладніше|Прибрати|Меню|Роздільник|Скасувати
    tr|Geri|Temizle|Sil|Taşı|Ayrıntılar|Kaldır|Menü|Ayırıcı|Vazgeç
    ar|رجوع|مسح|حذف|نقل|التفاصيل|إزالة|القائمة|الفاصل|إلغاء
    he|חזרה|ניקוי|מחיקה|העברה|פרטים|הסרה|תפריט|קו מפריד|ביטול
    zh|返回|清除|删除|移动|详细信息|移除|菜单|分隔条|取消
    zh-Hant|返回|清除|刪除|移動|詳細資訊|移除|選單|分隔條|取消
    ja|戻る|消去|削除|移動|詳細|取り除く|メニュー|境界線|キャンセル
    ko|뒤로|지우기|삭제|이동|세부사항|제거|메뉴|구분선|취소
    # noData noEntries countOf map qrCode microQRCode aztecCode
    en|No data|No entries|{$n} of {$count}|Map|QR code|Micro QR code|Aztec code
    de|Keine Daten|Keine Einträge|{$n} von {$count}|Karte|QR-Code|Mikro-QR-Code|Aztec-Code
    fr|Aucune donnée|Aucune entrée|{$n} sur {$count}|Carte|Code QR|Code Micro QR|Code Aztec
    es|Sin datos|Sin entradas|{$n} de {$count}|Mapa|Código QR|Código Micro QR|Código Aztec
    it|Nessun dato|Nessuna voce|{$n} di {$count}|Mappa|Codice QR|Codice Micro QR|Codice Aztec
    pt|Sem dados|Sem entradas|{$n} de {$count}|Mapa|Código QR|Código Micro QR|Código Aztec
    nl|Geen gegevens|Geen items|{$n} van {$count}|Kaart|QR-code|Micro-QR-code|Aztec-code
    sv|Inga data|Inga poster|{$n} av {$count}|Karta|QR-kod|Mikro-QR-kod|Aztec-kod
    da|Ingen data|Ingen poster|{$n} af {$count}|Kort|QR-kode|Mikro-QR-kode|Aztec-kode
    nb|Ingen data|Ingen oppføringer|{$n} av {$count}|Kart|QR-kode|Mikro-QR-kode|Aztec-kode
    fi|Ei tietoja|Ei rivejä|{$n} / {$count}|Kartta|QR-koodi|Mikro-QR-koodi|Aztec-koodi
    pl|Brak danych|Brak pozycji|{$n} z {$count}|Mapa|Kod QR|Kod Micro QR|Kod Aztec
    cs|Žádná data|Žádné položky|{$n} z {$count}|Mapa|QR kód|Micro QR kód|Kód Aztec
    ru|Нет данных|Нет записей|{$n} из {$count}|Карта|QR-код|Микро-QR-код|Код Aztec
    uk|Немає даних|Немає записів|{$n} із {$count}|Карта|QR-код|Мікро-QR-код|Код Aztec
    tr|Veri yok|Kayıt yok|{$n} / {$count}|Harita|QR kodu|Mikro QR kodu|Aztec kodu
    ar|لا توجد بيانات|لا توجد عناصر|{$n} من {$count}|خريطة|رمز QR|رمز QR مصغّر|رمز Aztec
    he|אין נתונים|אין רשומות|{$n} מתוך {$count}|מפה|קוד QR|קוד Micro QR|קוד Aztec
    zh|无数据|无条目|{$n}（共 {$count}）|地图|QR 码|微型 QR 码|Aztec 码
    zh-Hant|沒有資料|沒有項目|{$n}（共 {$count}）|地圖|QR 碼|微型 QR 碼|Aztec 碼
    ja|データなし|項目なし|{$count}中{$n}|地図|QRコード|マイクロQRコード|Aztecコード
    ko|데이터 없음|항목 없음|{$count} 중 {$n}|지도|QR 코드|마이크로 QR 코드|Aztec 코드
    # showPassword hidePassword
    en|Show password|Hide password
    de|Passwort anzeigen|Passwort verbergen
    fr|Afficher le mot de passe|Masquer le mot de passe
    es|Mostrar contraseña|Ocultar contraseña
    it|Mostra password|Nascondi password
    pt|Mostrar senha|Ocultar senha
    nl|Wachtwoord tonen|Wachtwoord verbergen
    sv|Visa lösenord|Dölj lösenord
    da|Vis adgangskode|Skjul adgangskode
    nb|Vis passord|Skjul passord
    fi|Näytä salasana|Piilota salasana
    pl|Pokaż hasło|Ukryj hasło
    cs|Zobrazit heslo|Skrýt heslo
    ru|Показать пароль|Скрыть пароль
    uk|Показати пароль|Приховати пароль
    tr|Parolayı göster|Parolayı gizle
    ar|إظهار كلمة المرور|إخفاء كلمة المرور
    he|הצגת הסיסמה|הסתרת הסיסמה
    zh|显示密码|隐藏密码
    zh-Hant|顯示密碼|隱藏密碼
    ja|パスワードを表示|パスワードを隠す
    ko|암호 보기|암호 숨기기
    # play pause position mute soundOn showSubtitles hideSubtitles fullWidth
    en|Play|Pause|Position|Mute|Sound on|Show subtitles|Hide subtitles|Full width
    de|Wiedergabe|Pause|Position|Ton aus|Ton ein|Untertitel einblenden|Untertitel ausblenden|Volle Breite
    fr|Lecture|Pause|Position|Couper le son|Activer le son|Afficher les sous-titres|Masquer les sous-titres|Pleine largeur
    es|Reproducir|Pausa|Posición|Silenciar|Activar sonido|Mostrar subtítulos|Ocultar subtítulos|Ancho completo
    it|Riproduci|Pausa|Posizione|Disattiva audio|Attiva audio|Mostra sottotitoli|Nascondi sottotitoli|Larghezza intera
    pt|Reproduzir|Pausa|Posição|Sem som|Com som|Mostrar legendas|Ocultar legendas|Largura total
    nl|Afspelen|Pauze|Positie|Geluid uit|Geluid aan|Ondertitels tonen|Ondertitels verbergen|Volledige breedte
    sv|Spela|Pausa|Position|Ljud av|Ljud på|Visa undertexter|Dölj undertexter|Full bredd
    da|Afspil|Pause|Position|Lyd fra|Lyd til|Vis undertekster|Skjul undertekster|Fuld bredde
    nb|Spill av|Pause|Posisjon|Lyd av|Lyd på|Vis undertekster|Skjul undertekster|Full bredde
    fi|Toista|Tauko|Kohta|Mykistä|Ääni päälle|Näytä tekstitys|Piilota tekstitys|Koko leveys
    pl|Odtwórz|Pauza|Pozycja|Wycisz|Włącz dźwięk|Pokaż napisy|Ukryj napisy|Pełna szerokość
    cs|Přehrát|Pozastavit|Pozice|Ztlumit|Zapnout zvuk|Zobrazit titulky|Skrýt titulky|Celá šířka
    ru|Воспроизвести|Пауза|Позиция|Без звука|Включить звук|Показать субтитры|Скрыть субтитры|На всю ширину
    uk|Відтворити|Пауза|Позиція|Без звуку|Увімкнути звук|Показати субтитри|Сховати субтитри|На всю ширину
    tr|Oynat|Duraklat|Konum|Sesi kapat|Sesi aç|Altyazıları göster|Altyazıları gizle|Tam genişlik
    ar|تشغيل|إيقاف مؤقت|الموضع|كتم الصوت|تشغيل الصوت|إظهار الترجمة|إخفاء الترجمة|العرض الكامل
    he|הפעלה|השהיה|מיקום|השתקה|הפעלת קול|הצגת כתוביות|הסתרת כתוביות|רוחב מלא
    zh|播放|暂停|播放位置|静音|打开声音|显示字幕|隐藏字幕|全宽
    zh-Hant|播放|暫停|播放位置|靜音|開啟聲音|顯示字幕|隱藏字幕|全寬
    ja|再生|一時停止|再生位置|消音|音声オン|字幕を表示|字幕を隠す|全幅表示
    ko|재생|일시 정지|재생 위치|음소거|소리 켜기|자막 보기|자막 가리기|전체 너비
    # hue saturation brightness saturationAndBrightness opacity warmth swatches
    en|Hue|Saturation|Brightness|Saturation and brightness|Opacity|Warmth|Swatches
    de|Farbton|Sättigung|Helligkeit|Sättigung und Helligkeit|Deckkraft|Farbtemperatur|Farbfelder
    fr|Teinte|Saturation|Luminosité|Saturation et luminosité|Opacité|Température de couleur|Nuancier
    es|Tono|Saturación|Brillo|Saturación y brillo|Opacidad|Temperatura de color|Muestras
    it|Tonalità|Saturazione|Luminosità|Saturazione e luminosità|Opacità|Temperatura colore|Campioni
    pt|Matiz|Saturação|Brilho|Saturação e brilho|Opacidade|Temperatura da cor|Amostras
    nl|Tint|Verzadiging|Helderheid|Verzadiging en helderheid|Dekking|Kleurtemperatuur|Stalen
    sv|Nyans|Mättnad|Ljusstyrka|Mättnad och ljusstyrka|Opacitet|Färgtemperatur|Färgprover
    da|Farvetone|Mætning|Lysstyrke|Mætning og lysstyrke|Opacitet|Farvetemperatur|Farveprøver
    nb|Fargetone|Metning|Lysstyrke|Metning og lysstyrke|Dekkevne|Fargetemperatur|Fargeprøver
    fi|Sävy|Värikylläisyys|Kirkkaus|Värikylläisyys ja kirkkaus|Peittävyys|Värilämpötila|Värimallit
    pl|Odcień|Nasycenie|Jasność|Nasycenie i jasność|Krycie|Temperatura barwowa|Próbki
    cs|Odstín|Sytost|Jas|Sytost a jas|Krytí|Teplota barvy|Vzorky
    ru|Оттенок|Насыщенность|Яркость|Насыщенность и яркость|Непрозрачность|Цветовая температура|Образцы
    uk|Відтінок|Насиченість|Яскравість|Насиченість і яскравість|Непрозорість|Колірна температура|Зразки
    tr|Ton|Doygunluk|Parlaklık|Doygunluk ve parlaklık|Opaklık|Renk sıcaklığı|Renk örnekleri
    ar|تدرج اللون|التشبع|السطوع|التشبع والسطوع|العتامة|حرارة اللون|عينات الألوان
    he|גוון|רוויה|בהירות|רוויה ובהירות|אטימות|טמפרטורת צבע|דוגמיות
    zh|色相|饱和度|亮度|饱和度和亮度|不透明度|色温|色板
    zh-Hant|色相|飽和度|亮度|飽和度和亮度|不透明度|色溫|色板
    ja|色相|彩度|明度|彩度と明度|不透明度|色温度|色見本
    ko|색조|채도|명도|채도와 명도|불투명도|색온도|색상 견본
    # year month day hour minute second halfOfDay
    en|Year|Month|Day|Hour|Minute|Second|Half of the day
    de|Jahr|Monat|Tag|Stunde|Minute|Sekunde|Tageshälfte
    fr|Année|Mois|Jour|Heure|Minute|Seconde|Moitié de la journée
    es|Año|Mes|Día|Hora|Minuto|Segundo|Mitad del día
    it|Anno|Mese|Giorno|Ora|Minuto|Secondo|Metà della giornata
    pt|Ano|Mês|Dia|Hora|Minuto|Segundo|Metade do dia
    nl|Jaar|Maand|Dag|Uur|Minuut|Seconde|Dagdeel
    sv|År|Månad|Dag|Timme|Minut|Sekund|Halvdygn
    da|År|Måned|Dag|Time|Minut|Sekund|Halvdøgn
    nb|År|Måned|Dag|Time|Minutt|Sekund|Halvdøgn
    fi|Vuosi|Kuukausi|Päivä|Tunti|Minuutti|Sekunti|Vuorokauden puolisko
    pl|Rok|Miesiąc|Dzień|Godzina|Minuta|Sekunda|Połowa dnia
    cs|Rok|Měsíc|Den|Hodina|Minuta|Sekunda|Polovina dne
    ru|Год|Месяц|День|Час|Минута|Секунда|Половина дня
    uk|Рік|Місяць|День|Година|Хвилина|Секунда|Половина дня
    tr|Yıl|Ay|Gün|Saat|Dakika|Saniye|Günün yarısı
    ar|السنة|الشهر|اليوم|الساعة|الدقيقة|الثانية|فترة اليوم
    he|שנה|חודש|יום|שעה|דקה|שנייה|חצי היום
    zh|年|月|日|时|分|秒|上午或下午
    zh-Hant|年|月|日|時|分|秒|上午或下午
    ja|年|月|日|時|分|秒|午前または午後
    ko|년|월|일|시|분|초|오전 또는 오후
    # hours minutes seconds hourUnit minuteUnit secondUnit previous next
    en|Hours|Minutes|Seconds|h|min|s|Previous|Next
    de|Stunden|Minuten|Sekunden|h|min|s|Zurück|Weiter
    fr|Heures|Minutes|Secondes|h|min|s|Précédent|Suivant
    es|Horas|Minutos|Segundos|h|min|s|Anterior|Siguiente
    it|Ore|Minuti|Secondi|h|min|s|Precedente|Successivo
    pt|Horas|Minutos|Segundos|h|min|s|Anterior|Seguinte
    nl|Uren|Minuten|Seconden|u|min|s|Vorige|Volgende
    sv|Timmar|Minuter|Sekunder|tim|min|s|Föregående|Nästa
    da|Timer|Minutter|Sekunder|t|min|s|Forrige|Næste
    nb|Timer|Minutter|Sekunder|t|min|s|Forrige|Neste
    fi|Tunnit|Minuutit|Sekunnit|t|min|s|Edellinen|Seuraava
    pl|Godziny|Minuty|Sekundy|godz.|min|s|Poprzedni|Następny
    cs|Hodiny|Minuty|Sekundy|h|min|s|Předchozí|Další
    ru|Часы|Минуты|Секунды|ч|мин|с|Предыдущий|Следующий
    uk|Години|Хвилини|Секунди|год|хв|с|Попередній|Наступний
    tr|Saat|Dakika|Saniye|sa|dk|sn|Önceki|Sonraki
    ar|الساعات|الدقائق|الثواني|س|د|ث|السابق|التالي
    he|שעות|דקות|שניות|שע׳|דק׳|שנ׳|הקודם|הבא
    zh|小时|分钟|秒|时|分|秒|上一个|下一个
    zh-Hant|小時|分鐘|秒|時|分|秒|上一個|下一個
    ja|時間|分|秒|時間|分|秒|前へ|次へ
    ko|시간|분|초|시간|분|초|이전|다음
    # left right shift space language emoji letters symbols moreSymbols
    en|Left|Right|Shift|Space|Language|Emoji|Letters|Symbols|More symbols
    de|Links|Rechts|Umschalttaste|Leertaste|Sprache|Emoji|Buchstaben|Symbole|Weitere Symbole
    fr|Gauche|Droite|Majuscule|Espace|Langue|Emoji|Lettres|Symboles|Autres symboles
    es|Izquierda|Derecha|Mayúsculas|Espacio|Idioma|Emoji|Letras|Símbolos|Más símbolos
    it|Sinistra|Destra|Maiuscole|Spazio|Lingua|Emoji|Lettere|Simboli|Altri simboli
    pt|Esquerda|Direita|Maiúsculas|Espaço|Idioma|Emoji|Letras|Símbolos|Mais símbolos
    nl|Links|Rechts|Shift|Spatie|Taal|Emoji|Letters|Symbolen|Meer symbolen
    sv|Vänster|Höger|Skift|Mellanslag|Språk|Emoji|Bokstäver|Symboler|Fler symboler
    da|Venstre|Højre|Skift|Mellemrum|Sprog|Emoji|Bogstaver|Symboler|Flere symboler
    nb|Venstre|Høyre|Skift|Mellomrom|Språk|Emoji|Bokstaver|Symboler|Flere symboler
    fi|Vasemmalle|Oikealle|Vaihto|Välilyönti|Kieli|Emoji|Kirjaimet|Symbolit|Lisää symboleja
    pl|W lewo|W prawo|Shift|Spacja|Język|Emoji|Litery|Symbole|Więcej symboli
    cs|Vlevo|Vpravo|Shift|Mezerník|Jazyk|Emoji|Písmena|Symboly|Další symboly
    ru|Влево|Вправо|Регистр|Пробел|Язык|Эмодзи|Буквы|Символы|Другие символы
    uk|Вліво|Вправо|Регістр|Пробіл|Мова|Емодзі|Літери|Символи|Інші символи
    tr|Sol|Sağ|Üst karakter|Boşluk|Dil|Emoji|Harfler|Simgeler|Diğer simgeler
    ar|يسار|يمين|العالي|مسافة|اللغة|الرموز التعبيرية|الأحرف|الرموز|المزيد من الرموز
    he|שמאלה|ימינה|מקש Shift|רווח|שפה|אימוג׳י|אותיות|סמלים|סמלים נוספים
    zh|左移|右移|切换大小写|空格|语言|表情|字母|符号|更多符号
    zh-Hant|左移|右移|切換大小寫|空格|語言|表情符號|字母|符號|更多符號
    ja|左|右|シフト|スペース|言語|絵文字|文字|記号|その他の記号
    ko|왼쪽|오른쪽|시프트|스페이스|언어|이모지|글자|기호|기타 기호
    # searchEmoji hideKeyboard done nextField search send go newLine
    en|Search emoji|Hide keyboard|Done|Next|Search|Send|Go|New line
    de|Emoji suchen|Tastatur ausblenden|Fertig|Weiter|Suchen|Senden|Öffnen|Neue Zeile
    fr|Rechercher un emoji|Masquer le clavier|Terminé|Suivant|Rechercher|Envoyer|Accéder|Nouvelle ligne
    es|Buscar emoji|Ocultar teclado|Listo|Siguiente|Buscar|Enviar|Ir|Nueva línea
    it|Cerca emoji|Nascondi tastiera|Fine|Avanti|Cerca|Invia|Vai|Nuova riga
    pt|Procurar emoji|Ocultar teclado|Concluir|Seguinte|Procurar|Enviar|Ir|Nova linha
    nl|Emoji zoeken|Toetsenbord verbergen|Gereed|Volgende|Zoeken|Verzenden|Ga|Nieuwe regel
    sv|Sök emoji|Göm tangentbordet|Klar|Nästa|Sök|Skicka|Gå|Ny rad
    da|Søg efter emoji|Skjul tastatur|Udført|Næste|Søg|Send|Gå|Ny linje
    nb|Søk etter emoji|Skjul tastatur|Ferdig|Neste|Søk|Send|Gå|Ny linje
    fi|Etsi emojia|Piilota näppäimistö|Valmis|Seuraava|Etsi|Lähetä|Siirry|Uusi rivi
    pl|Szukaj emoji|Ukryj klawiaturę|Gotowe|Dalej|Szukaj|Wyślij|Otwórz|Nowy wiersz
    cs|Hledat emoji|Skrýt klávesnici|Hotovo|Další|Hledat|Odeslat|Přejít|Nový řádek
    ru|Поиск эмодзи|Скрыть клавиатуру|Готово|Далее|Найти|Отправить|Перейти|Новая строка
    uk|Пошук емодзі|Сховати клавіатуру|Готово|Далі|Знайти|Надіслати|Перейти|Новий рядок
    tr|Emoji ara|Klavyeyi gizle|Bitti|İleri|Ara|Gönder|Git|Yeni satır
    ar|البحث عن رمز تعبيري|إخفاء لوحة المفاتيح|تم|التالي|بحث|إرسال|انتقال|سطر جديد
    he|חיפוש אימוג׳י|הסתרת המקלדת|סיום|הבא|חיפוש|שליחה|מעבר|שורה חדשה
    zh|搜索表情|隐藏键盘|完成|下一项|搜索|发送|前往|换行
    zh-Hant|搜尋表情符號|隱藏鍵盤|完成|下一項|搜尋|傳送|前往|換行
    ja|絵文字を検索|キーボードを隠す|完了|次へ|検索|送信|開く|改行
    ko|이모지 검색|키보드 가리기|완료|다음|검색|보내기|이동|줄 바꾸기
    # emojiFaces emojiPeople emojiNature emojiFood emojiTravel emojiThings emojiSigns
    en|Faces|People|Nature|Food|Travel|Things|Signs
    de|Gesichter|Menschen|Natur|Essen|Reisen|Dinge|Zeichen
    fr|Visages|Personnes|Nature|Nourriture|Voyages|Objets|Signes
    es|Caras|Personas|Naturaleza|Comida|Viajes|Objetos|Signos
    it|Faccine|Persone|Natura|Cibo|Viaggi|Oggetti|Segni
    pt|Rostos|Pessoas|Natureza|Comida|Viagens|Objetos|Sinais
    nl|Gezichten|Mensen|Natuur|Eten|Reizen|Dingen|Tekens
    sv|Ansikten|Människor|Natur|Mat|Resor|Saker|Tecken
    da|Ansigter|Mennesker|Natur|Mad|Rejser|Ting|Tegn
    nb|Ansikter|Mennesker|Natur|Mat|Reiser|Ting|Tegn
    fi|Kasvot|Ihmiset|Luonto|Ruoka|Matkailu|Esineet|Merkit
    pl|Twarze|Ludzie|Przyroda|Jedzenie|Podróże|Przedmioty|Znaki
    cs|Obličeje|Lidé|Příroda|Jídlo|Cestování|Předměty|Znaky
    ru|Лица|Люди|Природа|Еда|Поездки|Предметы|Знаки
    uk|Обличчя|Люди|Природа|Їжа|Подорожі|Предмети|Знаки
    tr|Yüzler|İnsanlar|Doğa|Yiyecek|Seyahat|Nesneler|İşaretler
    ar|وجوه|أشخاص|الطبيعة|الطعام|السفر|أشياء|علامات
    he|פרצופים|אנשים|טבע|אוכל|נסיעות|חפצים|סימנים
    zh|表情|人物|自然|食物|旅行|物品|标志
    zh-Hant|表情|人物|自然|食物|旅行|物品|標誌
    ja|顔|人|自然|食べ物|旅行|物|記号
    ko|얼굴|사람|자연|음식|여행|사물|기호
    """
}
